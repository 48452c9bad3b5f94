// The packed wire in JavaScript against msgpackr, cbor-x and JSON: `npm run bench`. It checks first that all of them read
// and write what they should. They take turns of about a millisecond; the fastest of all turns counts, since the machine
// is hardly ever quiet. ROUNDS=N takes more turns, and names of payloads as arguments only those.
//
// msgpackr and cbor-x are run as their careful users would: one instance, with the structures of the records shared and
// known to both sides, so that messages are without names (`msgpackr plain`: with them). Dates are `Date` to all of them;
// JSON writes them as text, and is not asked to make dates of it again. JSON is encoded to and decoded from UTF-8.

import assert from 'node:assert/strict';
import { Encoder } from 'cbor-x';
import { Packr } from 'msgpackr';
import { payloads } from './payloads.mjs';

const rounds = Number(process.env.ROUNDS ?? 300);
/** Milliseconds of calls before the first turn. */
const WARM = 300;
const names = process.argv.slice(2);

/** `records` in Ukrainian, for text that is not ASCII. */
function ukrainian() {
  const { value, read, write } = payloads.find(({ name }) => name === 'records');
  const words = { Maria: 'Марія', Olena: 'Олена', Street: 'вулиця', Kyiv: 'Київ', Lviv: 'Львів', Odesa: 'Одеса' };
  const translate = (text) => Object.entries(words).reduce((all, [word, to]) => all.replaceAll(word, to), text);
  const translated = JSON.parse(translate(JSON.stringify(value)));
  return { name: 'records, Cyrillic', value: translated, bytes: Buffer.from(write(translated)), read, write };
}

/** How a payload is encoded and decoded by each, and what it is then. */
function peers({ value, read, write }) {
  const shared = new Packr({ structures: [] });
  const plain = new Packr({ useRecords: false });
  const cbor = new Encoder({ structures: [] });
  const [toText, fromText] = [new TextEncoder(), new TextDecoder()];
  return {
    packed: { encode: () => write(value), decode: read },
    msgpackr: { encode: () => shared.pack(value), decode: (bytes) => shared.unpack(bytes) },
    'msgpackr plain': { encode: () => plain.pack(value), decode: (bytes) => plain.unpack(bytes) },
    'cbor-x': { encode: () => cbor.encode(value), decode: (bytes) => cbor.decode(bytes) },
    JSON: {
      encode: () => toText.encode(JSON.stringify(value)),
      decode: (bytes) => JSON.parse(fromText.decode(bytes)),
    },
  };
}

/** A loop of its own for each call, so that the compiler sees in each the one function that it calls. */
const loop = (call) => new Function('call', 'return (count) => { for (let i = 0; i < count; i++) call(); }')(call);

/** The fastest turn of each, in nanoseconds for one call. */
function measure(calls) {
  const entries = Object.entries(calls).map(([name, call]) => [name, loop(call)]);
  const best = entries.map(() => Infinity);
  const time = (run, count) => {
    const from = process.hrtime.bigint();
    run(count);
    return Number(process.hrtime.bigint() - from) / count;
  };
  // The compiler works beside us, and on a busy machine late: turns begin when it is sure to be done.
  const counts = entries.map(([, call]) => {
    const from = performance.now();
    while (performance.now() - from < WARM) time(call, 10);
    return Math.max(1, Math.round(1e6 / time(call, 20)));
  });
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < entries.length; turn++) {
      const i = (round + turn) % entries.length;
      best[i] = Math.min(best[i], time(entries[i][1], counts[i]));
    }
  }
  return Object.fromEntries(entries.map(([name], i) => [name, best[i]]));
}

const results = [];
for (const payload of [...payloads, ukrainian()]) {
  if (names.length > 0 && !names.includes(payload.name)) continue;
  const all = Object.entries(peers(payload));
  const messages = {};
  for (const [name, { encode, decode }] of all) {
    // The first message tells the structures, the second has them.
    encode();
    messages[name] = Buffer.from(encode());
    const decoded = decode(messages[name]);
    if (name === 'JSON') assert.deepStrictEqual(decoded, JSON.parse(JSON.stringify(payload.value)));
    else assert.deepStrictEqual(decoded, payload.value, `${name} reads ${payload.name}`);
  }
  assert.ok(messages.packed.equals(payload.bytes), `${payload.name} is what the command line writes`);
  results.push({
    payload: payload.name,
    bytes: Object.fromEntries(all.map(([name]) => [name, messages[name].length])),
    decode: measure(
      Object.fromEntries(
        all.map(([name, { decode }]) => {
          const bytes = messages[name];
          return [name, () => decode(bytes)];
        }),
      ),
    ),
    encode: measure(Object.fromEntries(all.map(([name, { encode }]) => [name, encode]))),
  });
}

const columns = Object.keys(results[0].bytes);
const thousands = (n) => Math.round(n).toLocaleString('en');
console.log(`Node ${process.version}, ${process.arch}; best of ${rounds} turns\n`);
console.log(`| bytes | ${columns.join(' | ')} |\n| --- |${' ---: |'.repeat(columns.length)}`);
for (const { payload, bytes } of results) {
  console.log(`| ${payload} | ${columns.map((name) => thousands(bytes[name])).join(' | ')} |`);
}
for (const what of ['decode', 'encode']) {
  console.log(`\n| ${what} | ops/s | ${columns.slice(1).map((name) => `× ${name}`).join(' | ')} |`);
  console.log(`| --- | ---: |${' ---: |'.repeat(columns.length - 1)}`);
  for (const result of results) {
    const { packed, ...others } = result[what];
    const ratios = Object.values(others).map((time) => (time / packed).toFixed(2));
    console.log(`| ${result.payload} | ${thousands(1e9 / packed)} | ${ratios.join(' | ')} |`);
  }
}
