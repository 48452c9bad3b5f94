// msgpackr, cbor-x, bson, avsc and protobufjs read what typecase writes and write what it reads: the vectors, random
// values and sequences, and records of random schemas. Started by crates/typecase/tests/node, which answers.
//
// SEED=N takes other values.

import { say, summary } from './ask.mjs';
import { randomData } from './avro.mjs';
import { randomMessages, randomSchemas } from './described.mjs';
import { randomValues } from './free.mjs';
import { Random } from './random.mjs';
import { vectors } from './vectors.mjs';

const seed = Number(process.env.SEED ?? 1);
try {
  await vectors();
  await randomValues(new Random(seed));
  await randomSchemas(new Random(seed + 1));
  await randomMessages(new Random(seed + 2));
  await randomData(new Random(seed + 3));
  summary();
  process.exit(0);
} catch (error) {
  say(`seed ${seed}: ${error.stack.replaceAll('\n', '\n#')}`);
  process.exit(1);
}
