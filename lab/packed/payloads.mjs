// The reference payloads as JavaScript values, with the functions that read and write them, and their packed bytes as the
// command line gives them (`typecase convert --schema … --from json --to packed …`).

import { readFileSync } from 'node:fs';
import * as reader from './reader.mjs';
import * as writer from './writer.mjs';

const reference = new URL('../../payloads/reference/', import.meta.url);
const packed = new URL('payloads/', import.meta.url);

/** Dates are milliseconds in the files, and a `Date` where the schema says `date`. */
const DATES = { typed: 'createdAt', packets: 'at' };

const FUNCTIONS = {
  single: [reader.readUser, writer.writeUser],
  records: [reader.readUsers, writer.writeUsers],
  sparse: [reader.readSparse, writer.writeSparse],
  typed: [reader.readTyped, writer.writeTyped],
  strings: [reader.readStrings, writer.writeStrings],
  numeric: [reader.readNumeric, writer.writeNumeric],
  packets: [reader.readPackets, writer.writePackets],
};

export const payloads = Object.entries(FUNCTIONS).map(([name, [read, write]]) => ({
  name,
  read,
  write,
  bytes: readFileSync(new URL(`${name}.bin`, packed)),
  value: JSON.parse(readFileSync(new URL(`${name}.json`, reference)), (key, value) =>
    key === DATES[name] ? new Date(value) : value,
  ),
}));
