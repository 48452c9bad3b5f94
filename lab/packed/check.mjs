// The reader and the writer against the reference payloads, against each other over random values, against the command
// line byte for byte, and the reader against messages that are none. SEED=N takes other values.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { payloads } from './payloads.mjs';
import { PackedError, readPackets, readSparse, readUser, readUsers } from './reader.mjs';
import { writePackets, writeSparse, writeUser, writeUsers } from './writer.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const seed = Number(process.env.SEED ?? 1);

// ---- Random values -------------------------------------------------------------------------------------------------

let state = seed;

/** A number from 0 to 1. */
function fraction() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

/** A whole number below `n`. */
const below = (n) => Math.floor(fraction() * n);

const pick = (list) => list[below(list.length)];
const sign = () => (below(2) ? 1 : -1);
const list = (most, item) => Array.from({ length: below(most + 1) }, item);

const ALPHABETS = [[0x20, 0x7f], [0x20, 0x7f], [0x20, 0x7f], [0x80, 0x100], [0x410, 0x450], [0x3040, 0x30a0], [0xfef0, 0x10000],
  [0x1f300, 0x1f600], [0, 0x20]];

/** Strings of one script or of several, mostly short. */
function string() {
  const alphabet = pick(ALPHABETS);
  const mixed = below(4) === 0;
  const length = below(10) === 0 ? below(200) : below(24);
  let text = '';
  for (let i = 0; i < length; i++) {
    const [from, to] = mixed ? pick(ALPHABETS) : alphabet;
    text += String.fromCodePoint(from + below(to - from));
  }
  return text;
}

const int32 = () => pick([() => below(200) - 100, () => below(2 ** 20), () => (below(2 ** 32) - 2 ** 31) | 0])();

/** Numbers of all forms: decimals of up to seven places, and what is next to the limits of the forms. */
function number() {
  return pick([
    () => 0,
    () => -0,
    () => sign() * below(1000),
    () => sign() * below(2 ** 53),
    () => (sign() * below(10 ** (1 + below(12)))) / 10 ** below(8),
    () => (sign() * below(10 ** (1 + below(12)))) / 10 ** below(8),
    () => sign() * (2 ** (29 + below(30)) + below(5) - 2),
    () => (sign() * (2 ** 50 + below(2001) - 1000)) / 1e6,
    () => sign() * fraction() * 10 ** below(20),
    () => sign() * fraction() * 10 ** -below(20),
    () => sign() * 1.7e308,
    () => sign() * 5e-324,
  ])();
}

const user = () => ({
  id: int32(),
  name: string(),
  email: string(),
  age: int32(),
  active: below(2) === 1,
  balance: number(),
  role: pick(['admin', 'editor', 'viewer', 'owner']),
  address: { city: string(), street: string(), zip: string() },
  tags: list(4, string),
  orders: list(3, () => ({ sku: string(), qty: int32() })),
});

function sparse() {
  const value = {};
  const rare = 1 + below(8);
  for (let i = 0; i < 20; i++) {
    if (below(rare) === 0) value[`f${i}`] = [string, int32, () => below(2) === 1][i % 3]();
  }
  return value;
}

const packet = () =>
  pick([
    () => ({ type: 'call', id: int32(), method: string(), args: { room: string(), text: string(), limit: int32() } }),
    () => ({ type: 'callback', id: int32(), ok: below(2) === 1, count: int32() }),
    () => ({ type: 'event', name: string(), room: string(), at: new Date(sign() * below(8.64e15)) }),
  ])();

/** JSON, with -0 as it is. */
const json = (value) =>
  JSON.stringify(value, (_, item) => (Object.is(item, -0) ? '@-0@' : item)).replaceAll('"@-0@"', '-0');

// ---- Checks --------------------------------------------------------------------------------------------------------

function referencePayloads() {
  for (const { name, value, bytes, read, write } of payloads) {
    assert.deepStrictEqual(read(bytes), value, `${name} is read`);
    assert.deepStrictEqual(read(new Uint8Array(bytes)), value, `${name} is read from an array that is no Buffer`);
    assert.deepStrictEqual(read(bytes, true), value, `${name} is read with strings of their own`);
    assert.ok(Buffer.from(write(value)).equals(bytes), `${name} is written`);
  }
  return payloads.length;
}

function roundTrip(value, read, write) {
  const message = write(value);
  assert.deepStrictEqual(read(message), value);
  assert.deepStrictEqual(read(message, true), value);
}

function randomValues(users) {
  for (const value of users) roundTrip(value, readUser, writeUser);
  for (let i = 0; i < users.length; i += 500) roundTrip(users.slice(i, i + 500), readUsers, writeUsers);
  for (const balance of [NaN, Infinity, -Infinity]) roundTrip({ ...users[0], balance }, readUser, writeUser);
  const others = 3000;
  for (let i = 0; i < others; i++) roundTrip(sparse(), readSparse, writeSparse);
  for (let i = 0; i < 300; i++) roundTrip(list(60, packet), readPackets, writePackets);
  assert.equal(readUser(writeUser({ ...users[0], name: 'a\ud800b' })).name, 'a\ufffdb');
  assert.equal(readUser(writeUser({ ...users[0], name: 'a\udc00'.repeat(40) })).name, 'a\ufffd'.repeat(40));
  return users.length + others + 300;
}

/** The command line writes the same bytes. */
function commandLine(users) {
  const build = spawnSync('cargo', ['build', '-q', '-p', 'typecase-cli', '-j1'], { cwd: root, stdio: 'inherit' });
  if (build.error && process.env.CI !== 'true') return 'SKIPPED: there is no cargo to build the command line with';
  assert.equal(build.status, 0, 'cargo build');
  const convert = (schema, lines) =>
    execFileSync(
      `${root}target/debug/typecase`,
      ['convert', '--lines=in', '--schema', `payloads/reference/${schema}.schema.json`, '--from', 'json', '--to', 'packed'],
      { cwd: root, input: lines.map((value) => json(value) + '\n').join(''), maxBuffer: 1 << 28 },
    );
  const packets = Array.from({ length: 2000 }, packet);
  for (const [schema, items, write] of [['records', users, writeUsers], ['packets', packets, writePackets]]) {
    const [theirs, ours] = [convert(schema, items), Buffer.from(write(items))];
    const at = ours.findIndex((byte, i) => byte !== theirs[i]);
    assert.ok(ours.equals(theirs), `${schema}: ${ours.length} and ${theirs.length} bytes, which differ at ${at}`);
  }
  return `${users.length} users and ${packets.length} packets are written as the command line writes them`;
}

/** Whatever is done to a message, it is refused as the reader refuses, or is another value. */
function damagedMessages() {
  let refused = 0;
  let read = 0;
  const attempt = (payload, bytes) => {
    try {
      payload.read(bytes);
      read++;
    } catch (error) {
      if (!(error instanceof PackedError)) throw error;
      refused++;
    }
  };
  for (const payload of payloads) {
    const { bytes } = payload;
    if (bytes.length > 10_000) continue;
    for (let length = 0; length < bytes.length; length++) attempt(payload, bytes.subarray(0, length));
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = Buffer.from(bytes);
      damaged[bit >> 3] ^= 1 << (bit & 7);
      attempt(payload, damaged);
    }
    for (let i = 0; i < 2000; i++) attempt(payload, Buffer.from(Array.from({ length: below(40) }, () => below(256))));
  }
  const claims = ['ffffffff0f00', '8080808010' + '00', 'ff'.repeat(40), '00', ''];
  for (const claim of claims) for (const payload of payloads) attempt(payload, Buffer.from(claim, 'hex'));
  assert.ok(refused > 20_000 && read > 1000, `${refused} refused, ${read} read`);
  return `${refused} damaged messages are refused, ${read} are other values`;
}

/** What only damaged messages have is refused by name. */
function refusals() {
  const single = payloads.find(({ name }) => name === 'single');
  const refuses = (code, change) => {
    const bytes = Buffer.from(single.bytes);
    change(bytes);
    assert.throws(() => single.read(bytes), { code });
  };
  const { length } = single.bytes;
  refuses('structure', (bytes) => (bytes[length - 10] |= 0x80)); // Not ASCII, nor marked.
  refuses('utf8', (bytes) => { bytes[length - 10] |= 0x80; bytes[length - 1]++; }); // Marked, but not UTF-8.
  refuses('structure', (bytes) => (bytes[21] |= 0x80)); // A bit that fills the byte.
  refuses('enum', (bytes) => (bytes[9] = 4));
  return 4;
}

console.log(`${referencePayloads()} reference payloads are read, and written byte for byte`);
const users = Array.from({ length: 10_000 }, user);
console.log(`${randomValues(users)} random messages come back as they were (seed ${seed})`);
console.log(commandLine(users));
console.log(damagedMessages());
console.log(`${refusals()} kinds of damage have their code`);
