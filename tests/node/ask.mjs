// Asks the program that has started this one, and judges what it answers.

import { createInterface } from 'node:readline';
import assert from 'node:assert/strict';

const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const counts = new Map();

/** What the other end makes of a request. */
export async function ask(request) {
  process.stdout.write(JSON.stringify(request) + '\n');
  const { value, done } = await answers.next();
  assert(!done, 'the other end has gone');
  return JSON.parse(value);
}

/** Says something to people. */
export function say(text) {
  process.stdout.write(`#${text}\n`);
}

/** Counts a case that has passed. */
export function passed(what) {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

export function summary() {
  for (const [what, count] of counts) say(`${what}: ${count} cases`);
}

/** Fails, with the request, unless the two are the same. */
export function same(actual, expected, what, request) {
  const [left, right] = [actual, expected].map((value) => JSON.stringify(value));
  if (left === right) return;
  say(`${what}: got ${left?.slice(0, 2000)}`);
  say(`${what}: expected ${right?.slice(0, 2000)}`);
  say(`request: ${JSON.stringify(request).slice(0, 4000)}`);
  throw new Error(what);
}
