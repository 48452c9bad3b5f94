// The vectors (vectors/README.md) against the packages themselves: they are what the packages write today, and the
// packages read what typecase writes for them.

import { readFileSync } from 'node:fs';
import avsc from 'avsc';
import protobuf from 'protobufjs';
import { ask, passed, same } from './ask.mjs';
import { sequence } from './free.mjs';
import { fromNotation } from './notation.mjs';
import { data } from './avro.mjs';

const FILES = [
  ['msgpackr-plain', 'msgpack', 'off'],
  ['msgpackr-records', 'msgpack', 'inline'],
  ['msgpackr-shared', 'msgpack', 'shared'],
  ['msgpackr-shared-two-byte', 'msgpack', 'shared', [100, 32]],
  ['msgpackr-stream', 'msgpack', 'stream'],
  ['msgpackr-structured-clone', 'msgpack', 'clone'],
  ['cbor-x-plain', 'cbor', 'off'],
  ['cbor-x-inline', 'cbor', 'inline'],
  ['cbor-x-shared', 'cbor', 'shared'],
  ['cbor-x-stream', 'cbor', 'stream'],
  ['cbor-x-structured-clone', 'cbor', 'clone'],
  ['bson', 'bson', 'off'],
];

const cases = (file) => JSON.parse(readFileSync(new URL(`../../vectors/${file}.json`, import.meta.url), 'utf8'));

export async function vectors() {
  for (const [file, wire, records, shapes] of FILES) {
    for (const one of cases(file)) {
      const messages = one.messages ?? [one];
      const notations = messages.map(({ value }) => value);
      const values = notations.map((value) => fromNotation(value));
      const what = `vectors of ${file}: ${one.name}`;
      const encoded = await sequence(wire, records, values, { shapes, notations, what });
      same(encoded, messages.map(({ encoded }) => encoded), `${what}: the vector`, one);
    }
  }
  for (const one of cases('avsc')) {
    if (one.decodeOnly || /\$bigint|\$float/.test(JSON.stringify(one.value))) continue;
    const type = avsc.Type.forSchema(one.schema, { wrapUnions: true });
    const value = fromNotation(one.value);
    same(type.toBuffer(value).toString('hex'), one.encoded, `vectors of avsc: ${one.name}`, one);
    await data(one.schema, [value], type);
    passed('vectors of avsc');
  }
  for (const one of cases('protobufjs')) {
    const type = protobuf.parse(one.schema).root.lookupType(one.type);
    const what = `vectors of protobufjs: ${one.name}`;
    const encoded = (json) => Buffer.from(type.encode(type.fromObject(json)).finish()).toString('hex');
    const value = protoJson(one.value);
    if (!one.decodeOnly) same(encoded(value), one.encoded, `${what}: the vector`, one);
    const messages = [one.encoded];
    const request = { wire: 'protobuf', form: 'proto', schema: one.schema, type: one.type, values: [value], messages, stream: '' };
    const answer = await ask(request);
    same(answer.error, undefined, what, request);
    // The package writes fields by their numbers, which need not be the order of the schema.
    const again = (hex) => Buffer.from(type.encode(type.decode(Buffer.from(hex, 'hex'))).finish()).toString('hex');
    if (!one.decodeOnly) same(answer.messages.map(again), messages, `${what}: what the package reads`, request);
    same(encoded(JSON.parse(answer.values[0])), again(one.encoded), `${what}: the value`, request);
    passed('vectors of protobufjs');
  }
}

/** The value of a vector in ProtoJSON, which `fromObject` takes too. */
function protoJson(tree) {
  if (Array.isArray(tree)) return tree.map(protoJson);
  if (tree === null || typeof tree !== 'object') return tree;
  if ('$bigint' in tree) return tree.$bigint;
  if ('$bytes' in tree) return Buffer.from(tree.$bytes, 'hex').toString('base64');
  if ('$float' in tree) return tree.$float;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, protoJson(value)]));
}
