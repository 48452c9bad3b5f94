// msgpackr, cbor-x and bson on values without a schema: the same bytes both ways, and each reads the other's.

import { Packr, unpack, pack } from 'msgpackr';
import { Encoder } from 'cbor-x';
import * as bson from 'bson';
import { ask, attempt, passed, same } from './ask.mjs';
import { toNotation } from './notation.mjs';

/** A package on a wire: an encoder for a sequence, and a decoder that has the table. */
const ENDS = {
  msgpack: {
    off: () => ({ encode: pack, decode: unpack }),
    inline: () => packr({ useRecords: true }),
    shared: (structures, shapes) => packr({ structures, ...(shapes && { maxSharedStructures: shapes[0] }) }),
    stream: () => packr({ sequential: true }),
    clone: () => packr({ structuredClone: true }),
  },
  cbor: {
    off: () => new Encoder({ useRecords: false }),
    // Each message by an encoder of its own.
    inline: () => ({
      encode: (value) => new Encoder({ useRecords: true }).encode(value),
      decode: (bytes) => new Encoder({ useRecords: true }).decode(bytes),
    }),
    shared: (structures) => new Encoder({ useRecords: true, structures }),
    stream: () => new Encoder({ sequential: true }),
    clone: () => new Encoder({ structuredClone: true }),
  },
  bson: { off: () => ({ encode: bson.serialize, decode: (bytes) => bson.deserialize(bytes, { promoteBuffers: true, useBigInt64: false }) }) },
};

function packr(options) {
  const packr = new Packr(options);
  return { encode: (value) => packr.pack(value), decode: (bytes) => packr.unpack(bytes) };
}

/** How many shapes a table shares by default. */
const SHARED = { msgpack: 32, cbor: 128 };

/**
 * Has a sequence of values written and read by both, in one mode of records. `notations` are the values as they are
 * asked for; a case of the vectors has some that come back from none.
 */
export async function sequence(wire, records, values, { shapes, notations, what } = {}) {
  const open = (structures) => ENDS[wire][records](structures, shapes);
  const table = [];
  const encoder = open(table);
  const encoded = values.map((value) => Buffer.from(encoder.encode(value)));
  // Behind the shared shapes the packages' lists have those that a message defined for itself.
  const structures = records === 'shared' ? table.slice(0, shapes?.[0] ?? SHARED[wire]).map((keys) => [...keys]) : [];
  const messages = encoded.map((bytes) => bytes.toString('hex'));
  notations ??= values.map(toNotation);
  const stream = messages.join('');
  const request = { wire, form: 'free', records, shapes, structures, values: notations, messages, stream };
  const answer = await ask(request);
  what ??= `${wire}, records ${records}`;
  same(answer.error, undefined, what, request);
  same(answer.messages, messages, `${what}: the bytes`, request);
  if (records === 'shared') same(answer.structures, structures, `${what}: the table`, request);
  same(answer.stream, messages, `${what}: the messages of a stream`, request);
  // What the package reads of ours is what it reads of its own, and what is read here of its messages. A reader of a
  // stream is one of its own; its table is that of the other end.
  const known = structuredClone(answer.structures);
  // Only a table that is loaded tells msgpackr which ids have two bytes.
  const loads = wire === 'msgpack' && records === 'shared';
  const decoder = loads ? packr({ getStructures: () => known, maxSharedStructures: shapes?.[0] ?? 32 }) : open(known);
  answer.messages.forEach((hex, index) => {
    const decoded = attempt(() => decoder.decode(Buffer.from(hex, 'hex')), `${what}: message ${index}`, request);
    // What occurs again has no end in the notation; the vectors' own tests have it.
    if (answer.values[index] === 'no notation' || /"\$(def|error)"/.test(JSON.stringify(notations[index]))) return;
    const seen = (tree) => (records === 'off' ? asObjects : (tree) => tree)(bytesAlike(tree));
    same(seen(answer.values[index]), seen(toNotation(decoded)), `${what}: the value of message ${index}`, request);
  });
  passed(what.split(':')[0]);
  return messages;
}

/** The notation with one form for bytes, which msgpackr gives as a Buffer or, after it has loaded a table, as its base. */
function bytesAlike(tree) {
  if (Array.isArray(tree)) return tree.map(bytesAlike);
  if (tree === null || typeof tree !== 'object') return tree;
  if (tree.$typed?.[0] === 'Uint8Array') return { $bytes: tree.$typed[1] };
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, bytesAlike(value)]));
}

/** The notation with objects for maps, which is what the packages make of them where records are off. */
function asObjects(tree) {
  if (Array.isArray(tree)) return tree.map(asObjects);
  if (tree === null || typeof tree !== 'object') return tree;
  const entries = Array.isArray(tree.$map) ? tree.$map : Object.entries(tree);
  const key = (key) => (typeof key === 'object' ? JSON.stringify(key) : key);
  return Object.fromEntries(entries.map((entry) => [key(entry[0]), asObjects(entry[1])]));
}

/** Random values and sequences. */
export async function randomValues(random) {
  for (const wire of ['msgpack', 'cbor']) {
    for (const records of ['off', 'inline', 'shared', 'stream']) {
      for (let round = 0; round < 150; round++) await sequence(wire, records, [random.value(4)]);
      for (let round = 0; round < 60; round++) await sequence(wire, records, random.records(random.of([2, 5, 30])));
    }
  }
  // More shapes than there is room for, and ids of two bytes.
  const many = (count) => Array.from({ length: count }, (_, at) => ({ ['k' + (at % 90)]: at, ['l' + (at % 7)]: null }));
  for (const records of ['inline', 'shared', 'stream']) {
    for (const wire of ['msgpack', 'cbor']) await sequence(wire, records, many(400));
  }
  await sequence('msgpack', 'shared', many(400), { shapes: [100, 32] });
  for (let round = 0; round < 600; round++) await sequence('bson', 'off', random.records(random.of([1, 1, 2, 5])));
}
