// Records of random schemas: what typecase writes under a schema the packages read as the objects they would write
// themselves, and the other way round.

import { Packr } from 'msgpackr';
import { Encoder } from 'cbor-x';
import * as bson from 'bson';
import protobuf from 'protobufjs';
import { ask, passed, same } from './ask.mjs';

/**
 * The types of fields: the definition, the type in a `.proto` file, a value, and the value in JSON under the schema.
 * Where a package has another form for the value, `js` makes it.
 */
const SCALARS = [
  { definition: 'string', proto: 'string', value: (random) => random.text() },
  { definition: 'boolean', proto: 'bool', value: (random) => random.chance(50) },
  { definition: 'int32', proto: 'int32', value: (random) => random.int32() },
  { definition: 'int32', proto: 'sint32', value: (random) => random.int32() },
  { definition: 'uint32', proto: 'fixed32', value: (random) => random.next() },
  { definition: 'number', proto: 'double', value: (random) => random.number() },
  { definition: 'float32', proto: 'float', inexact: true, value: (random) => Math.fround(random.number() % 1e6) },
  { definition: 'float64', proto: 'double', inexact: true, value: (random) => random.number() },
  { definition: 'bytes', proto: 'bytes', value: (random) => random.bytes(), json: (value) => value.toString('base64') },
  { definition: 'date', value: (random) => random.date(), json: (value) => value.toISOString() },
  { definition: 'bigint', value: (random) => random.bigint(), json: String },
  {
    definition: 'integer', proto: 'int64', value: (random) => random.integer(),
    proto_value: (value) => protobuf.util.Long.fromNumber(value), read: Number,
  },
];
const ENUM = { definition: { enum: ['a', 'b', 'c'] }, value: (random) => random.of(['a', 'b', 'c']) };

/** A random record: its fields, with a type and whether each may be missing. */
function record(random, depth, types) {
  const names = [...new Set(random.many(7, () => random.of(['id', 'name', 'tags', 'more', 'x', 'y', 'city', 'zip'])))];
  if (names.length === 0) names.push('only');
  const fields = names.map((name) => {
    const scalar = () => random.of(types);
    const kind = depth > 0 ? random.below(6) : 0;
    const inner = kind === 4 ? record(random, depth - 1, types) : scalar();
    return { name, optional: random.chance(30), list: kind === 5, inner };
  });
  return { fields };
}

/**
 * The definition of a record in the general form, since a field may be called like a construct; `settings` gives what
 * else is to be said of a scalar.
 */
function definition({ fields }, settings = () => ({})) {
  const long = (inner) => {
    if (inner.fields) return definition(inner, settings);
    return { ...(inner.definition.enum ? inner.definition : { type: inner.definition }), ...settings(inner) };
  };
  const place = ({ optional, list, inner }) => {
    // What is said of a list's items stands beside them.
    const type = list ? { array: inner.fields ? long(inner) : inner.definition, ...(!inner.fields && settings(inner)) } : long(inner);
    return optional ? { ...type, required: false } : type;
  };
  return { type: 'record', fields: Object.fromEntries(fields.map((field) => [field.name, place(field)])) };
}

function value(random, type) {
  if (!type.fields) return type.value(random);
  const entries = type.fields.flatMap(({ name, optional, list, inner }) => {
    if (optional && random.chance(50)) return [];
    return [[name, list ? random.many(4, () => value(random, inner)) : value(random, inner)]];
  });
  return Object.fromEntries(entries);
}

/** The value with `leaf` applied to what is no record or list. */
function mapped(type, value, leaf) {
  if (!type.fields) return leaf(type, value);
  const entries = type.fields.filter(({ name }) => value[name] !== undefined && value[name] !== null);
  return Object.fromEntries(entries.map(({ name, list, inner }) => [
    name,
    list ? value[name].map((item) => mapped(inner, item, leaf)) : mapped(inner, value[name], leaf),
  ]));
}

const json = (type, value) => mapped(type, value, (leaf, value) => (leaf.json ?? plain)(value));
/** JSON has no -0 that JavaScript would print. */
const plain = (value) => (Object.is(value, -0) ? 0 : value);

/** What a package gives for a value, as the value of the schema. */
const read = (type, value) => mapped(type, value, (leaf, value) => {
  if (leaf.read) return leaf.read(value);
  if (leaf.definition === 'bytes') return Buffer.from(value.buffer ?? value, value.byteOffset, value.length);
  if (leaf.definition === 'bigint') return BigInt(value);
  return value;
});

const WIRES = {
  msgpack: (records, structures) => {
    const packr = new Packr({ useRecords: records !== 'off', variableMapSize: false, ...more(records, structures) });
    return { encode: (value) => packr.pack(value), decode: (bytes) => packr.unpack(bytes) };
  },
  cbor: (records, structures) => {
    if (records !== 'inline') return new Encoder({ useRecords: records !== 'off', ...more(records, structures) });
    return {
      encode: (value) => new Encoder({ useRecords: true }).encode(value),
      decode: (bytes) => new Encoder({ useRecords: true }).decode(bytes),
    };
  },
  bson: () => ({
    encode: (value) => bson.serialize(value),
    decode: (bytes) => bson.deserialize(bytes, { promoteBuffers: true }),
  }),
};

const more = (records, structures) => ({
  ...(records === 'shared' && { structures }),
  ...(records === 'stream' && { sequential: true }),
});

async function sequence(wire, records, type, values) {
  const table = [];
  const encoder = WIRES[wire](records, table);
  const messages = values.map((value) => Buffer.from(encoder.encode(value)).toString('hex'));
  const structures = table.slice(0, wire === 'cbor' ? 128 : 32).map((keys) => [...keys]);
  const texts = values.map((value) => json(type, value));
  const stream = messages.join('');
  const request = { wire, form: 'definition', schema: definition(type), records, values: texts, messages, structures, stream };
  const answer = await ask(request);
  const what = `${wire} under a schema, records ${records}`;
  same(answer.error, undefined, what, request);
  if (!inexact(type) && wire !== 'bson') same(answer.messages, messages, `${what}: the bytes`, request);
  same(answer.values, texts, `${what}: what is read of the package's messages`, request);
  same(answer.stream, messages, `${what}: the messages of a stream`, request);
  const decoder = WIRES[wire](records, structuredClone(answer.structures));
  answer.messages.forEach((hex, index) => {
    const decoded = read(type, decoder.decode(Buffer.from(hex, 'hex')));
    same(json(type, decoded), texts[index], `${what}: what the package reads of message ${index}`, request);
  });
  passed(what);
}

/** Whether a package would write another form than the schema asks for. */
const inexact = (type) => type.inexact || (type.fields ?? []).some(({ inner }) => inexact(inner));

export async function randomSchemas(random) {
  for (const wire of ['msgpack', 'cbor', 'bson']) {
    for (const records of wire === 'bson' ? ['off'] : ['off', 'inline', 'shared', 'stream']) {
      for (let round = 0; round < 150; round++) {
        const type = record(random, 2, [...SCALARS, ENUM]);
        await sequence(wire, records, type, Array.from({ length: random.of([1, 2, 8]) }, () => value(random, type)));
      }
    }
  }
}

/** The `.proto` text of a record, by which protobufjs knows it. */
function proto(type) {
  const messages = [];
  const name = (type) => {
    const lines = type.fields.map(({ name: field, optional, list, inner }, index) => {
      const label = list ? 'repeated ' : optional && !inner.fields ? 'optional ' : '';
      return `  ${label}${inner.fields ? name(inner) : inner.proto} ${field} = ${index + 1};`;
    });
    messages.push(`message M${messages.length} {\n${lines.join('\n')}\n}`);
    return `M${messages.length - 1}`;
  };
  const root = name(type);
  return { text: `syntax = "proto3";\n${messages.join('\n')}`, root };
}

export async function randomMessages(random) {
  for (let round = 0; round < 600; round++) {
    const type = record(random, 2, SCALARS.filter((scalar) => scalar.proto));
    const { text, root } = proto(type);
    const message = protobuf.parse(text, { keepCase: true }).root.lookupType(root);
    // An empty list is not told from a missing one.
    const values = Array.from({ length: random.of([1, 3]) }, () => withoutEmptyLists(type, value(random, type)));
    const own = (value) => mapped(type, value, (leaf, value) => (leaf.proto_value ?? plain)(value));
    const encoded = values.map((value) => Buffer.from(message.encode(own(value)).finish()));
    const delimited = values.map((value) => Buffer.from(message.encodeDelimited(own(value)).finish()));
    const texts = values.map((value) => json(type, value));
    const request = {
      wire: 'protobuf', form: 'definition', schema: definition(type, ({ proto }) => ({ proto: { type: proto } })), values: texts,
      messages: encoded.map((bytes) => bytes.toString('hex')),
      stream: Buffer.concat(delimited).toString('hex'),
    };
    const answer = await ask(request);
    const what = 'protobuf under a schema';
    same(answer.error, undefined, what, request);
    same(answer.messages, request.messages, `${what}: the bytes`, request);
    same(answer.values, texts, `${what}: what is read of the package's messages`, request);
    same(answer.stream, request.messages, `${what}: the messages of a stream`, request);
    answer.messages.forEach((hex, index) => {
      const decoded = message.toObject(message.decode(Buffer.from(hex, 'hex')), { defaults: false, longs: Number });
      const expected = message.toObject(message.decode(encoded[index]), { defaults: false, longs: Number });
      same(json(type, decoded), json(type, expected), `${what}: what the package reads`, request);
    });
    passed(what);
  }
}

function withoutEmptyLists(type, value) {
  for (const { name, optional, list, inner } of type.fields) {
    if (value[name] === undefined) continue;
    if (list && optional && value[name].length === 0) delete value[name];
    else if (inner.fields) [value[name]].flat().forEach((item) => withoutEmptyLists(inner, item));
  }
  return value;
}
