// The packed wire (docs/packed.md) written in JavaScript, as a generator would write it: a few shared parts, then a
// function for each record, straight down its fields, with no schema at run time. The model for the generator that comes
// later.
//
// What the parts keep in mind:
//
// - The text is collected in a buffer of its own and copied behind the values and bits when they have ended. Short strings
//   are encoded by a loop, long ones by a call.
// - A record takes so many bytes of values at most, so that room is looked for once for each item of a list.
// - Where a record has many bits, they are collected in a local variable; a few are appended one by one.

import { Buffer } from 'node:buffer';

const { utf8Write } = Buffer.prototype;

// ---- The state: one message at a time, so that it need not be passed around. --------------------------------------

/** Small messages share a buffer, one after the other. */
const SLAB = 8192;
/** Where less than this is left of it, the next message begins another one. */
const ROOM = 1024;
/** More than any record here takes of the values, without the items of its lists. */
const RECORD = 512;

/** The buffer. */
let out = Buffer.allocUnsafeSlow(SLAB);
let view = new DataView(out.buffer);
/** Where the message begins in it. */
let start = 0;
/** The next byte of the values. */
let pos = 0;
/** The last place at which there is room for a record. */
let limit = SLAB - RECORD;

/** The text. */
let text = Buffer.allocUnsafeSlow(SLAB);
let textEnd = 0;
/** Whether any of it is other than ASCII. */
let marked = 0;

/** The bits that are not in `bitBytes` yet, fewer than 16, the first one lowest. */
let bitWord = 0;
let bitCount = 0;
/** The bytes of the bits, in their order, which is not that of the message. */
let bitBytes = new Uint8Array(256);
let bitEnd = 0;

// ---- The message ---------------------------------------------------------------------------------------------------

function begin() {
  if (out.length - pos < ROOM) replace(SLAB);
  start = pos;
  limit = out.length - RECORD;
  textEnd = 0;
  marked = 0;
  bitWord = 0;
  bitCount = 0;
  bitEnd = 0;
}

/** A new buffer. */
function replace(size) {
  out = Buffer.allocUnsafeSlow(size);
  view = new DataView(out.buffer);
  pos = 0;
}

/** Moves the message to a buffer where it has room for so many bytes more. */
function grow(more) {
  const from = out.subarray(start, pos);
  replace(Math.max(SLAB, (from.length + more) * 2));
  out.set(from);
  start = 0;
  pos = from.length;
  limit = out.length - RECORD;
}

/** Ends a message with the bits, the text and the tail. The result is a part of the buffer, which it keeps alive. */
function end() {
  const room = bitEnd + textEnd + 16;
  if (out.length - pos < room) grow(room);
  putBits();
  if (textEnd !== 0) {
    text.copy(out, pos, 0, textEnd);
    pos += textEnd;
  }
  tail(textEnd * 2 + marked);
  return new Uint8Array(out.buffer, start, pos - start);
}

/** The tail: a varint from the end towards the front. */
function tail(value) {
  if (value < 0x80) {
    out[pos++] = value;
    return;
  }
  const size = value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5;
  let at = (pos += size);
  while (value >= 0x80) {
    out[--at] = (value & 0x7f) | 0x80;
    value = Math.floor(value / 128);
  }
  out[--at] = value;
}

// ---- Bits ----------------------------------------------------------------------------------------------------------

/** Appends `n` bits, 16 at most, the lowest first. */
function bits(word, n) {
  bitWord |= word << bitCount;
  bitCount += n;
  if (bitCount >= 16) flushBits();
}

function boolean(value) {
  bits(value ? 1 : 0, 1);
}

function flushBits() {
  if (bitEnd + 2 > bitBytes.length) {
    const larger = new Uint8Array(bitBytes.length * 2);
    larger.set(bitBytes);
    bitBytes = larger;
  }
  bitBytes[bitEnd] = bitWord;
  bitBytes[bitEnd + 1] = bitWord >>> 8;
  bitEnd += 2;
  bitWord >>>= 16;
  bitCount -= 16;
}

/** The bits, from the last one to the first. */
function putBits() {
  if (bitCount > 8) out[pos++] = bitWord >>> 8;
  if (bitCount > 0) out[pos++] = bitWord;
  for (let at = bitEnd - 1; at >= 0; at--) out[pos++] = bitBytes[at];
}

// ---- Integers ------------------------------------------------------------------------------------------------------

/** A varint of 32 bits. */
function uint32(value) {
  if (value < 0x80) out[pos++] = value;
  else uint32Rest(value);
}

function uint32Rest(value) {
  let at = pos;
  while (value >= 0x80) {
    out[at++] = value | 0x80;
    value >>>= 7;
  }
  out[at] = value;
  pos = at + 1;
}

/** A zigzag varint of 32 bits. */
function int32(value) {
  if ((value | 0) !== value) refuse('int32', value);
  uint32(((value << 1) ^ (value >> 31)) >>> 0);
}

/** A zigzag varint of an integer up to 2^53. */
function integer(value) {
  if (value < 0x40000000 && value >= -0x40000000) {
    uint32((value << 1) ^ (value >> 31));
    return;
  }
  // Zigzag in two parts of 28 and 26 bits, neither of which is more than a double holds.
  const positive = value < 0 ? -1 - value : value;
  const low = ((positive & 0x7ffffff) << 1) | (value < 0 ? 1 : 0);
  const high = Math.floor(positive / 0x8000000);
  out[pos] = low | 0x80;
  out[pos + 1] = (low >>> 7) | 0x80;
  out[pos + 2] = (low >>> 14) | 0x80;
  out[pos + 3] = (low >>> 21) | (high === 0 ? 0 : 0x80);
  pos += 4;
  if (high !== 0) uint32(high);
}

function refuse(type, value) {
  throw new TypeError(`no ${type}: ${typeof value === 'bigint' ? value : JSON.stringify(value)}`);
}

// ---- Numbers -------------------------------------------------------------------------------------------------------

const ROUNDER = 1.5 * 2 ** 52;

function number(value) {
  const small = value | 0;
  if (small === value && (small !== 0 || 1 / value > 0)) {
    uint32(((small << 1) ^ (small >> 31)) >>> 0);
    bits(1, 3);
    return;
  }
  const product = value * 1e6;
  if (product < 0x4000000000000 && product > -0x4000000000000) {
    const millionths = product + ROUNDER - ROUNDER;
    if (millionths / 1e6 === value && value !== 0) {
      fraction(millionths);
      return;
    }
  } else if (value < 0x1000000000000 && value > -0x1000000000000 && Math.floor(value) === value) {
    integer(value);
    bits(1, 3);
    return;
  } else if (typeof value !== 'number') {
    refuse('number', value);
  }
  view.setFloat64(pos, value, true);
  pos += 8;
  bits(0, 1);
}

/** So many millionths with the fewest places. They are no integer, since those have been dealt with. */
function fraction(millionths) {
  const hundredths = millionths / 1e4;
  if (Math.floor(hundredths) === hundredths) {
    integer(hundredths);
    bits(3, 3);
    return;
  }
  const four = millionths / 1e2;
  if (Math.floor(four) === four) {
    integer(four);
    bits(5, 3);
    return;
  }
  integer(millionths);
  bits(7, 3);
}

function date(value) {
  const time = value.getTime();
  if (time !== time) refuse('date', value);
  integer(time);
}

// ---- Strings -------------------------------------------------------------------------------------------------------

/** From so many units on a call is quicker than a loop. */
const CALL = 40;

function string(value) {
  if (typeof value !== 'string') refuse('string', value);
  const units = value.length;
  const from = textEnd;
  if (from + units * 3 > text.length) growText(units * 3);
  if (units >= CALL) {
    ended(from + utf8Write.call(text, value, from, units * 3), units);
    return;
  }
  const to = text;
  // Text in another script shows it at once as a rule. Otherwise it is asked for all units together, which takes less
  // time than to ask for each.
  let all = value.charCodeAt(0) & 0xff80;
  if (all === 0) {
    for (let i = 0; i < units; i++) {
      const unit = value.charCodeAt(i);
      all |= unit;
      to[from + i] = unit;
    }
  }
  if (all >= 0x80) {
    ended(encode(value, from), units);
    return;
  }
  textEnd = from + units;
  uint32(units);
}

/** The text now ends here, with a string of so many units. */
function ended(at, units) {
  const length = at - textEnd;
  textEnd = at;
  if (length !== units) marked = 1;
  uint32(length);
}

function growText(more) {
  const larger = Buffer.allocUnsafeSlow((textEnd + more) * 2);
  text.copy(larger, 0, 0, textEnd);
  text = larger;
}

/** Encodes a string, and returns where its bytes end. Half a surrogate pair becomes U+FFFD, as it does in the call. */
function encode(value, at) {
  const to = text;
  for (let i = 0; i < value.length; i++) {
    let unit = value.charCodeAt(i);
    if (unit < 0x80) {
      to[at++] = unit;
    } else if (unit < 0x800) {
      to[at] = 0xc0 | (unit >> 6);
      to[at + 1] = 0x80 | (unit & 0x3f);
      at += 2;
    } else {
      if (unit >= 0xd800 && unit < 0xe000) {
        const low = unit < 0xdc00 ? value.charCodeAt(i + 1) : 0;
        if (low >= 0xdc00 && low < 0xe000) {
          i++;
          const point = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
          to[at] = 0xf0 | (point >> 18);
          to[at + 1] = 0x80 | ((point >> 12) & 0x3f);
          to[at + 2] = 0x80 | ((point >> 6) & 0x3f);
          to[at + 3] = 0x80 | (point & 0x3f);
          at += 4;
          continue;
        }
        unit = 0xfffd;
      }
      to[at] = 0xe0 | (unit >> 12);
      to[at + 1] = 0x80 | ((unit >> 6) & 0x3f);
      to[at + 2] = 0x80 | (unit & 0x3f);
      at += 3;
    }
  }
  return at;
}

// ---- single and records --------------------------------------------------------------------------------------------

function role(value) {
  switch (value) {
    case 'admin': out[pos++] = 0; break;
    case 'editor': out[pos++] = 1; break;
    case 'viewer': out[pos++] = 2; break;
    case 'owner': out[pos++] = 3; break;
    default: refuse('role', value);
  }
}

function address(value) {
  string(value.city);
  string(value.street);
  string(value.zip);
}

function strings(list) {
  const n = list.length;
  uint32(n);
  for (let i = 0; i < n; i++) {
    if (pos > limit) grow(RECORD);
    string(list[i]);
  }
}

function order(value) {
  string(value.sku);
  int32(value.qty);
}

function orders(list) {
  const n = list.length;
  uint32(n);
  for (let i = 0; i < n; i++) {
    if (pos > limit) grow(RECORD);
    order(list[i]);
  }
}

function user(value) {
  int32(value.id);
  string(value.name);
  string(value.email);
  int32(value.age);
  boolean(value.active);
  number(value.balance);
  role(value.role);
  address(value.address);
  strings(value.tags);
  orders(value.orders);
}

function users(list) {
  const n = list.length;
  uint32(n);
  for (let i = 0; i < n; i++) {
    if (pos > limit) grow(RECORD);
    user(list[i]);
  }
}

export function writeUser(value) {
  begin();
  user(value);
  return end();
}

export function writeUsers(value) {
  begin();
  users(value);
  return end();
}

// ---- sparse --------------------------------------------------------------------------------------------------------

/** Ten fields have 13 bits at most, which one call takes. */
function sparse(value) {
  let word = 0;
  let n = 0;
  const f0 = value.f0;
  if (f0 !== undefined && f0 !== null) {
    word |= 1 << n;
    string(f0);
  }
  n++;
  const f1 = value.f1;
  if (f1 !== undefined && f1 !== null) {
    word |= 1 << n;
    int32(f1);
  }
  n++;
  const f2 = value.f2;
  if (f2 !== undefined && f2 !== null) {
    word |= (f2 ? 3 : 1) << n++;
  }
  n++;
  const f3 = value.f3;
  if (f3 !== undefined && f3 !== null) {
    word |= 1 << n;
    string(f3);
  }
  n++;
  const f4 = value.f4;
  if (f4 !== undefined && f4 !== null) {
    word |= 1 << n;
    int32(f4);
  }
  n++;
  const f5 = value.f5;
  if (f5 !== undefined && f5 !== null) {
    word |= (f5 ? 3 : 1) << n++;
  }
  n++;
  const f6 = value.f6;
  if (f6 !== undefined && f6 !== null) {
    word |= 1 << n;
    string(f6);
  }
  n++;
  const f7 = value.f7;
  if (f7 !== undefined && f7 !== null) {
    word |= 1 << n;
    int32(f7);
  }
  n++;
  const f8 = value.f8;
  if (f8 !== undefined && f8 !== null) {
    word |= (f8 ? 3 : 1) << n++;
  }
  n++;
  const f9 = value.f9;
  if (f9 !== undefined && f9 !== null) {
    word |= 1 << n;
    string(f9);
  }
  n++;
  bits(word, n);
  word = 0;
  n = 0;
  const f10 = value.f10;
  if (f10 !== undefined && f10 !== null) {
    word |= 1 << n;
    int32(f10);
  }
  n++;
  const f11 = value.f11;
  if (f11 !== undefined && f11 !== null) {
    word |= (f11 ? 3 : 1) << n++;
  }
  n++;
  const f12 = value.f12;
  if (f12 !== undefined && f12 !== null) {
    word |= 1 << n;
    string(f12);
  }
  n++;
  const f13 = value.f13;
  if (f13 !== undefined && f13 !== null) {
    word |= 1 << n;
    int32(f13);
  }
  n++;
  const f14 = value.f14;
  if (f14 !== undefined && f14 !== null) {
    word |= (f14 ? 3 : 1) << n++;
  }
  n++;
  const f15 = value.f15;
  if (f15 !== undefined && f15 !== null) {
    word |= 1 << n;
    string(f15);
  }
  n++;
  const f16 = value.f16;
  if (f16 !== undefined && f16 !== null) {
    word |= 1 << n;
    int32(f16);
  }
  n++;
  const f17 = value.f17;
  if (f17 !== undefined && f17 !== null) {
    word |= (f17 ? 3 : 1) << n++;
  }
  n++;
  const f18 = value.f18;
  if (f18 !== undefined && f18 !== null) {
    word |= 1 << n;
    string(f18);
  }
  n++;
  const f19 = value.f19;
  if (f19 !== undefined && f19 !== null) {
    word |= 1 << n;
    int32(f19);
  }
  n++;
  bits(word, n);
}

export function writeSparse(value) {
  begin();
  sparse(value);
  return end();
}

// ---- typed ---------------------------------------------------------------------------------------------------------

function typed(value) {
  int32(value.id);
  boolean(value.active);
  boolean(value.verified);
  role(value.role);
  role(value.status);
  date(value.createdAt);
  int32(value.level);
}

export function writeTyped(value) {
  begin();
  typed(value);
  return end();
}

// ---- strings -------------------------------------------------------------------------------------------------------

function texts(value) {
  string(value.title);
  string(value.body);
  string(value.author);
  strings(value.tags);
}

export function writeStrings(value) {
  begin();
  texts(value);
  return end();
}

// ---- numeric -------------------------------------------------------------------------------------------------------

function numeric(value) {
  number(value.v0);
  number(value.v1);
  number(value.v2);
  number(value.v3);
  number(value.v4);
  number(value.v5);
  number(value.v6);
  number(value.v7);
  number(value.v8);
  number(value.v9);
  number(value.v10);
  number(value.v11);
  number(value.v12);
  number(value.v13);
  number(value.v14);
  number(value.v15);
  number(value.v16);
  number(value.v17);
  number(value.v18);
  number(value.v19);
  number(value.v20);
  number(value.v21);
  number(value.v22);
  number(value.v23);
  number(value.v24);
  number(value.v25);
  number(value.v26);
  number(value.v27);
  number(value.v28);
  number(value.v29);
  number(value.v30);
  number(value.v31);
}

export function writeNumeric(value) {
  begin();
  numeric(value);
  return end();
}

// ---- packets -------------------------------------------------------------------------------------------------------

function args(value) {
  string(value.room);
  string(value.text);
  int32(value.limit);
}

function packet(value) {
  switch (value.type) {
    case 'call':
      out[pos++] = 0;
      int32(value.id);
      string(value.method);
      args(value.args);
      break;
    case 'callback':
      out[pos++] = 1;
      int32(value.id);
      boolean(value.ok);
      int32(value.count);
      break;
    case 'event':
      out[pos++] = 2;
      string(value.name);
      string(value.room);
      date(value.at);
      break;
    default:
      refuse('type of a packet', value.type);
  }
}

function packets(list) {
  const n = list.length;
  uint32(n);
  for (let i = 0; i < n; i++) {
    if (pos > limit) grow(RECORD);
    packet(list[i]);
  }
}

export function writePackets(value) {
  begin();
  packets(value);
  return end();
}
