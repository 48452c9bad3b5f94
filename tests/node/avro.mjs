// avsc: data of random schemas, end to end and in container files.

import avsc from 'avsc';
import { ask, passed, same } from './ask.mjs';

const PRIMITIVES = ['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'];

function schema(random, depth, names) {
  const inner = () => schema(random, depth - 1, names);
  const name = (kind) => `${kind}${names.count++}`;
  switch (depth > 0 ? random.below(8) : 0) {
    case 1: return { type: 'array', items: inner() };
    case 2: return { type: 'map', values: inner() };
    case 3: return { type: 'enum', name: name('E'), symbols: ['A', 'B', 'C'] };
    case 4: return { type: 'fixed', name: name('F'), size: random.of([1, 4, 16]) };
    case 5: return ['null', random.of(['string', 'long', 'double'])];
    case 6: case 7: {
      const fields = Array.from({ length: 1 + random.below(5) }, (_, at) => ({ name: `f${at}`, type: inner() }));
      return { type: 'record', name: name('R'), fields };
    }
    default: return random.of(PRIMITIVES);
  }
}

/** Data written and read by both; a case of the vectors says which. */
export async function data(schema, values, type = avsc.Type.forSchema(schema, { wrapUnions: true })) {
  const encoded = values.map((value) => type.toBuffer(value));
  const messages = encoded.map((bytes) => bytes.toString('hex'));
  const texts = values.map((value) => JSON.parse(type.toString(value)));
  const takesBytes = encoded.every((bytes) => bytes.length > 0);
  const request = { wire: 'avro', form: 'avro', schema, values: texts, messages, stream: takesBytes ? messages.join('') : '' };
  const answer = await ask(request);
  same(answer.error, undefined, 'avro', request);
  same(answer.messages, messages, 'avro: the bytes', request);
  // In JSON, floats may have more digits or fewer: what counts is the datum.
  const again = answer.values.map((value) => type.toBuffer(type.fromString(JSON.stringify(value))).toString('hex'));
  same(again, messages, 'avro: what is read of the messages', request);
  if (takesBytes) same(answer.stream, messages, 'avro: the data of a stream', request);
  passed('avro');
}

export async function randomData(random) {
  for (let round = 0; round < 800; round++) {
    const written = schema(random, 3, { count: 0 });
    const type = avsc.Type.forSchema(written, { wrapUnions: true });
    await data(written, Array.from({ length: random.of([1, 1, 4]) }, () => type.random()), type);
  }
}
