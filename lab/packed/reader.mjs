// The packed wire (docs/packed.md) read in JavaScript, as a generator would write it: a few shared parts, then a function
// for each record, straight down its fields, with no schema at run time. The model for the generator that comes later.
//
// What the parts keep in mind:
//
// - Nothing is checked twice. A read behind the end of a message gives undefined, which counts as 0; that the message
//   was read to its end and no further is checked once, in `finish`, where the three runs must meet. Only a count is
//   checked on the spot, because a list is made for it.
// - The text is decoded by one call, and a string is a cut of it.
// - Where a record has many bits, they are one word in a local variable; a few are taken one by one, which is as quick.

import { Buffer } from 'node:buffer';

const { utf8Slice } = Buffer.prototype;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A message that is not one. */
export class PackedError extends Error {
  constructor(code, offset) {
    super(`${code} at byte ${offset}`);
    this.code = code;
    this.offset = offset;
  }
}

// ---- The state: one message at a time, so that it need not be passed around. --------------------------------------

const NOTHING = new Uint8Array(0);
/** The message. */
let bytes = NOTHING;
/** The next byte of the values. */
let pos = 0;
/** Where the bits end and the text begins. */
let end = 0;
/** How many bits have been read. */
let bit = 0;
/** The text, decoded. */
let text = '';
/** Where the next string begins, in bytes: in the text if it is ASCII, or else in the message. */
let cut = 0;
/** Where the next string begins in text that is not ASCII, in units. */
let unit = 0;
/** Where the text ends, as `cut` counts. */
let textEnd = 0;
/** Whether the text is ASCII. */
let ascii = true;
/**
 * Whether long strings are decoded by themselves. Otherwise they are cuts of the text, which keep all of it alive: a name
 * of 20 units out of a message of a megabyte holds that megabyte. Whoever keeps few strings of large messages for long
 * should have them copied; it costs a call of the decoder for each.
 */
let copying = false;
/** V8 copies cuts that have fewer units than this anyway. */
const SLICED = 13;

/**
 * A view of the buffer that the message is in, made when something needs one, since many messages in turn may be in one
 * buffer. It keeps the last such buffer alive.
 */
let view = new DataView(bytes.buffer);
let viewed = bytes.buffer;
/** Where the message is in that buffer. */
let base = 0;

/** Sees to it that `view` is of the message's buffer. */
function look() {
  if (viewed !== bytes.buffer) {
    viewed = bytes.buffer;
    view = new DataView(viewed);
  }
}

function fail(code) {
  throw new PackedError(code, pos);
}

// ---- The message ---------------------------------------------------------------------------------------------------

/** Begins with a message: its tail, and its text. */
function begin(message, copy) {
  copying = copy;
  bytes = message;
  base = message.byteOffset;
  pos = 0;
  bit = 0;
  let at = message.length - 1;
  let tail = message[at];
  if (tail >= 0x80) {
    tail &= 0x7f;
    for (let shift = 7; ; shift += 7) {
      if (--at < 0 || shift > 28) fail('structure');
      const byte = message[at];
      tail += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        if (byte === 0) fail('structure');
        break;
      }
    }
  }
  const length = Math.floor(tail / 2);
  end = at - length;
  if (!(end >= 0)) fail('structure');
  ascii = (tail & 1) === 0;
  unit = 0;
  if (ascii) {
    cut = 0;
    textEnd = length;
    text = length === 0 ? '' : asciiText(end, at);
  } else {
    cut = end;
    textEnd = at;
    text = wideText(end, at);
  }
}

/**
 * Text that is marked as ASCII, if it is: any other bytes give fewer units than they are, or the sign for what is no
 * UTF-8, which takes no time to look for in a string of one byte for each unit.
 */
function asciiText(from, to) {
  if (to - from <= 8) return shortText(from, to - from);
  const all = utf8Slice.call(bytes, from, to);
  if (all.length !== to - from || all.includes('\ufffd')) fail('structure');
  return all;
}

/** ASCII text of 1 to 8 bytes, for which a call of the decoder would take longer. */
function shortText(from, length) {
  const b = bytes;
  let high = 0;
  for (let i = 0; i < length; i++) high |= b[from + i];
  if (high >= 0x80) fail('structure');
  const { fromCharCode } = String;
  switch (length) {
    case 1: return fromCharCode(b[from]);
    case 2: return fromCharCode(b[from], b[from + 1]);
    case 3: return fromCharCode(b[from], b[from + 1], b[from + 2]);
    case 4: return fromCharCode(b[from], b[from + 1], b[from + 2], b[from + 3]);
    case 5: return fromCharCode(b[from], b[from + 1], b[from + 2], b[from + 3], b[from + 4]);
    case 6: return fromCharCode(b[from], b[from + 1], b[from + 2], b[from + 3], b[from + 4], b[from + 5]);
    case 7: return fromCharCode(b[from], b[from + 1], b[from + 2], b[from + 3], b[from + 4], b[from + 5], b[from + 6]);
    default:
      return fromCharCode(
        b[from], b[from + 1], b[from + 2], b[from + 3], b[from + 4], b[from + 5], b[from + 6], b[from + 7],
      );
  }
}

/** Text that is not all ASCII. */
function wideText(from, to) {
  look();
  try {
    return decoder.decode(new Uint8Array(bytes.buffer, base + from, to - from));
  } catch {
    return fail('utf8');
  }
}

/** Ends with a message: the runs meet, and all of the text has been some string's. */
function finish() {
  if (pos + ((bit + 7) >> 3) !== end || cut !== textEnd) fail('structure');
  if ((bit & 7) !== 0 && bytes[pos] >> (bit & 7) !== 0) fail('structure');
  bytes = NOTHING;
  text = '';
}

// ---- Bits ----------------------------------------------------------------------------------------------------------

/** The next bit. */
function boolean() {
  const at = bit++;
  return ((bytes[end - 1 - (at >> 3)] >> (at & 7)) & 1) !== 0;
}

/** The bits from the next one on: 9 at least. The caller counts those that it takes. */
function bits9() {
  const at = end - 1 - (bit >> 3);
  return (bytes[at] | (bytes[at - 1] << 8)) >> (bit & 7);
}

/** The bits from the next one on: 25 at least. */
function bits25() {
  const at = end - 1 - (bit >> 3);
  return (bytes[at] | (bytes[at - 1] << 8) | (bytes[at - 2] << 16) | (bytes[at - 3] << 24)) >>> (bit & 7);
}

// ---- Integers ------------------------------------------------------------------------------------------------------

/** A varint of 32 bits. */
function uint32() {
  const byte = bytes[pos++];
  return byte < 0x80 ? byte : uint32Rest(byte);
}

function uint32Rest(first) {
  let byte = bytes[pos++];
  let value = (first & 0x7f) | ((byte & 0x7f) << 7);
  if (byte >= 0x80) {
    byte = bytes[pos++];
    value |= (byte & 0x7f) << 14;
    if (byte >= 0x80) {
      byte = bytes[pos++];
      value |= (byte & 0x7f) << 21;
      if (byte >= 0x80) {
        byte = bytes[pos++];
        if (!(byte < 0x10)) fail('type');
        value |= byte << 28;
      }
    }
  }
  if (!(byte > 0)) fail('structure');
  return value >>> 0;
}

/** A zigzag varint of 32 bits. */
function int32() {
  const byte = bytes[pos++];
  if (byte < 0x80) return (byte >> 1) ^ -(byte & 1);
  const zigzag = uint32Rest(byte);
  return (zigzag >>> 1) ^ -(zigzag & 1);
}

/**
 * A zigzag varint of up to 56 bits: more than any date or any mantissa that a writer makes has. (A reader that is not
 * strict may take longer ones for mantissas of numbers in a longer form than their own; this one refuses them.)
 */
function integer() {
  let byte = bytes[pos++];
  let low = byte & 0x7f;
  if (byte < 0x80) return (low >> 1) ^ -(low & 1);
  byte = bytes[pos++];
  low |= (byte & 0x7f) << 7;
  if (byte >= 0x80) {
    byte = bytes[pos++];
    low |= (byte & 0x7f) << 14;
    if (byte >= 0x80) {
      byte = bytes[pos++];
      low |= (byte & 0x7f) << 21;
      if (byte >= 0x80) return integerRest(low);
    }
  }
  if (!(byte > 0)) fail('structure');
  return (low >> 1) ^ -(low & 1);
}

function integerRest(low) {
  let high = 0;
  let byte = 0x80;
  for (let shift = 0; byte >= 0x80; shift += 7) {
    if (shift > 21) fail('type');
    byte = bytes[pos++];
    high |= (byte & 0x7f) << shift;
  }
  if (!(byte > 0)) fail('structure');
  const value = (low >>> 1) + high * 0x8000000;
  return low & 1 ? -value - 1 : value;
}

/** How many items a list has, each of at least one byte. */
function count() {
  const n = uint32();
  if (n > end - pos) fail('limit');
  return n;
}

// ---- Numbers -------------------------------------------------------------------------------------------------------

/** A double of 8 bytes. */
function raw() {
  if (viewed !== bytes.buffer) look();
  const at = pos;
  pos = at + 8;
  if (pos > end) fail('structure');
  return view.getFloat64(base + at, true);
}

/** A number in the short form that the bits say. */
function short(form) {
  const mantissa = integer();
  switch (form & 6) {
    case 0: return mantissa;
    case 2: return mantissa / 1e2;
    case 4: return mantissa / 1e4;
    default: return mantissa / 1e6;
  }
}

function number() {
  const form = bits9();
  if (form & 1) {
    bit += 3;
    return short(form);
  }
  bit++;
  return raw();
}

function date() {
  const time = integer();
  if (!(time >= -864e13 && time <= 864e13)) fail('type');
  return new Date(time);
}

// ---- Strings -------------------------------------------------------------------------------------------------------

function string() {
  const length = uint32();
  if (!ascii) return wideString(length);
  const from = cut;
  cut = from + length;
  if (copying && length >= SLICED) return utf8Slice.call(bytes, end + from, end + cut);
  return text.substring(from, cut);
}

/** A string of text that is not all ASCII: its units are counted from its bytes. */
function wideString(length) {
  const from = cut;
  cut = from + length;
  if (cut > textEnd) fail('structure');
  if (cut < textEnd && (bytes[cut] & 0xc0) === 0x80) fail('utf8');
  const start = unit;
  unit = start + units(from, cut);
  if (copying && unit - start >= SLICED) return utf8Slice.call(bytes, from, cut);
  return text.substring(start, unit);
}

/**
 * The UTF-16 units of characters that are these bytes of UTF-8: one for each byte that begins a character, and one more
 * for each that begins one of four bytes. Four bytes are looked at together, and each counts in a byte of the sums.
 */
function units(from, to) {
  const all = view;
  const last = base + to;
  let at = base + from;
  let n = to - from;
  while (at + 4 <= last) {
    // A byte of a sum has room for 255.
    const stop = Math.min(last - 3, at + 4 * 255);
    let inner = 0;
    let long = 0;
    for (; at < stop; at += 4) {
      const four = all.getInt32(at, true);
      inner += (four >> 7) & ~(four >> 6) & 0x01010101;
      long += (four >> 7) & (four >> 6) & (four >> 5) & (four >> 4) & 0x01010101;
    }
    n += sumOfBytes(long) - sumOfBytes(inner);
  }
  for (; at < last; at++) {
    const byte = all.getUint8(at);
    if ((byte & 0xc0) === 0x80) n--;
    else if (byte >= 0xf0) n++;
  }
  return n;
}

function sumOfBytes(word) {
  return (word & 0xff) + ((word >>> 8) & 0xff) + ((word >>> 16) & 0xff) + (word >>> 24);
}

// ---- single and records --------------------------------------------------------------------------------------------

const ROLES = ['admin', 'editor', 'viewer', 'owner'];

function role() {
  const index = uint32();
  if (index > 3) fail('enum');
  return ROLES[index];
}

function address() {
  return { city: string(), street: string(), zip: string() };
}

function strings() {
  const n = count();
  if (n === 2) return [string(), string()];
  if (n === 1) return [string()];
  const list = new Array(n);
  for (let i = 0; i < n; i++) list[i] = string();
  return list;
}

function order() {
  return { sku: string(), qty: int32() };
}

function orders() {
  const n = count();
  if (n === 2) return [order(), order()];
  if (n === 1) return [order()];
  const list = new Array(n);
  for (let i = 0; i < n; i++) list[i] = order();
  return list;
}

function user() {
  return {
    id: int32(),
    name: string(),
    email: string(),
    age: int32(),
    active: boolean(),
    balance: number(),
    role: role(),
    address: address(),
    tags: strings(),
    orders: orders(),
  };
}

function users() {
  const n = count();
  const list = new Array(n);
  for (let i = 0; i < n; i++) list[i] = user();
  return list;
}

export function readUser(message, copy = false) {
  begin(message, copy);
  const value = user();
  finish();
  return value;
}

export function readUsers(message, copy = false) {
  begin(message, copy);
  const value = users();
  finish();
  return value;
}

// ---- sparse --------------------------------------------------------------------------------------------------------

/**
 * Whether a field is there, and the value of a boolean, are bits that come as the fields do; one that follows a boolean
 * has another place if the boolean is there, so that the word is moved then.
 */
function sparse() {
  const value = {};
  let bits = bits25();
  if (bits & 0x1) value.f0 = string();
  if (bits & 0x2) value.f1 = int32();
  if (bits & 0x4) {
    value.f2 = (bits & 0x8) !== 0;
    bits >>>= 1;
    bit++;
  }
  if (bits & 0x8) value.f3 = string();
  if (bits & 0x10) value.f4 = int32();
  if (bits & 0x20) {
    value.f5 = (bits & 0x40) !== 0;
    bits >>>= 1;
    bit++;
  }
  if (bits & 0x40) value.f6 = string();
  if (bits & 0x80) value.f7 = int32();
  if (bits & 0x100) {
    value.f8 = (bits & 0x200) !== 0;
    bits >>>= 1;
    bit++;
  }
  if (bits & 0x200) value.f9 = string();
  // Ten fields have taken 13 bits at most; the rest has a word of its own, since 27 may not be in one.
  bit += 10;
  bits = bits25();
  if (bits & 0x1) value.f10 = int32();
  if (bits & 0x2) {
    value.f11 = (bits & 0x4) !== 0;
    bits >>>= 1;
    bit++;
  }
  if (bits & 0x4) value.f12 = string();
  if (bits & 0x8) value.f13 = int32();
  if (bits & 0x10) {
    value.f14 = (bits & 0x20) !== 0;
    bits >>>= 1;
    bit++;
  }
  if (bits & 0x20) value.f15 = string();
  if (bits & 0x40) value.f16 = int32();
  if (bits & 0x80) {
    value.f17 = (bits & 0x100) !== 0;
    bits >>>= 1;
    bit++;
  }
  if (bits & 0x100) value.f18 = string();
  if (bits & 0x200) value.f19 = int32();
  bit += 10;
  return value;
}

export function readSparse(message, copy = false) {
  begin(message, copy);
  const value = sparse();
  finish();
  return value;
}

// ---- typed ---------------------------------------------------------------------------------------------------------

function typed() {
  return {
    id: int32(),
    active: boolean(),
    verified: boolean(),
    role: role(),
    status: role(),
    createdAt: date(),
    level: int32(),
  };
}

export function readTyped(message, copy = false) {
  begin(message, copy);
  const value = typed();
  finish();
  return value;
}

// ---- strings -------------------------------------------------------------------------------------------------------

function texts() {
  return { title: string(), body: string(), author: string(), tags: strings() };
}

export function readStrings(message, copy = false) {
  begin(message, copy);
  const value = texts();
  finish();
  return value;
}

// ---- numeric -------------------------------------------------------------------------------------------------------

/** Whether the next eight numbers are all raw, and there. */
function rawNext8() {
  return (bits9() & 0xff) === 0 && pos + 64 <= end;
}

/** Numbers in a row are read eight at a time if they are doubles at random, as they are when they are measurements. */
function numeric() {
  look();
  let v0, v1, v2, v3, v4, v5, v6, v7;
  if (rawNext8()) {
    v0 = view.getFloat64(base + pos, true);
    v1 = view.getFloat64(base + pos + 8, true);
    v2 = view.getFloat64(base + pos + 16, true);
    v3 = view.getFloat64(base + pos + 24, true);
    v4 = view.getFloat64(base + pos + 32, true);
    v5 = view.getFloat64(base + pos + 40, true);
    v6 = view.getFloat64(base + pos + 48, true);
    v7 = view.getFloat64(base + pos + 56, true);
    pos += 64;
    bit += 8;
  } else {
    v0 = number();
    v1 = number();
    v2 = number();
    v3 = number();
    v4 = number();
    v5 = number();
    v6 = number();
    v7 = number();
  }
  let v8, v9, v10, v11, v12, v13, v14, v15;
  if (rawNext8()) {
    v8 = view.getFloat64(base + pos, true);
    v9 = view.getFloat64(base + pos + 8, true);
    v10 = view.getFloat64(base + pos + 16, true);
    v11 = view.getFloat64(base + pos + 24, true);
    v12 = view.getFloat64(base + pos + 32, true);
    v13 = view.getFloat64(base + pos + 40, true);
    v14 = view.getFloat64(base + pos + 48, true);
    v15 = view.getFloat64(base + pos + 56, true);
    pos += 64;
    bit += 8;
  } else {
    v8 = number();
    v9 = number();
    v10 = number();
    v11 = number();
    v12 = number();
    v13 = number();
    v14 = number();
    v15 = number();
  }
  let v16, v17, v18, v19, v20, v21, v22, v23;
  if (rawNext8()) {
    v16 = view.getFloat64(base + pos, true);
    v17 = view.getFloat64(base + pos + 8, true);
    v18 = view.getFloat64(base + pos + 16, true);
    v19 = view.getFloat64(base + pos + 24, true);
    v20 = view.getFloat64(base + pos + 32, true);
    v21 = view.getFloat64(base + pos + 40, true);
    v22 = view.getFloat64(base + pos + 48, true);
    v23 = view.getFloat64(base + pos + 56, true);
    pos += 64;
    bit += 8;
  } else {
    v16 = number();
    v17 = number();
    v18 = number();
    v19 = number();
    v20 = number();
    v21 = number();
    v22 = number();
    v23 = number();
  }
  let v24, v25, v26, v27, v28, v29, v30, v31;
  if (rawNext8()) {
    v24 = view.getFloat64(base + pos, true);
    v25 = view.getFloat64(base + pos + 8, true);
    v26 = view.getFloat64(base + pos + 16, true);
    v27 = view.getFloat64(base + pos + 24, true);
    v28 = view.getFloat64(base + pos + 32, true);
    v29 = view.getFloat64(base + pos + 40, true);
    v30 = view.getFloat64(base + pos + 48, true);
    v31 = view.getFloat64(base + pos + 56, true);
    pos += 64;
    bit += 8;
  } else {
    v24 = number();
    v25 = number();
    v26 = number();
    v27 = number();
    v28 = number();
    v29 = number();
    v30 = number();
    v31 = number();
  }
  return {
    v0, v1, v2, v3, v4, v5, v6, v7,
    v8, v9, v10, v11, v12, v13, v14, v15,
    v16, v17, v18, v19, v20, v21, v22, v23,
    v24, v25, v26, v27, v28, v29, v30, v31,
  };
}

export function readNumeric(message, copy = false) {
  begin(message, copy);
  const value = numeric();
  finish();
  return value;
}

// ---- packets -------------------------------------------------------------------------------------------------------

function args() {
  return { room: string(), text: string(), limit: int32() };
}

function packet() {
  switch (uint32()) {
    case 0:
      return { type: 'call', id: int32(), method: string(), args: args() };
    case 1:
      return { type: 'callback', id: int32(), ok: boolean(), count: int32() };
    case 2:
      return { type: 'event', name: string(), room: string(), at: date() };
    default:
      return fail('union');
  }
}

function packets() {
  const n = count();
  const list = new Array(n);
  for (let i = 0; i < n; i++) list[i] = packet();
  return list;
}

export function readPackets(message, copy = false) {
  begin(message, copy);
  const value = packets();
  finish();
  return value;
}
