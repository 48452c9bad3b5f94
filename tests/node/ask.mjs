// Asks the program that has started this one, and judges what it answers.

import assert from 'node:assert/strict';

/** The lines that come. (Those of node:readline end at U+2028 too, which JSON may hold.) */
async function* lines(stream) {
  let rest = '';
  for await (const text of stream.setEncoding('utf8')) {
    const parts = (rest + text).split('\n');
    rest = parts.pop();
    yield* parts;
  }
}

const answers = lines(process.stdin);
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

/** What `make` gives; where that fails, it is said of what. */
export function attempt(make, what, request) {
  try {
    return make();
  } catch (error) {
    say(`${what}: ${error.message}`);
    say(`request: ${JSON.stringify(request).slice(0, 4000)}`);
    throw error;
  }
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
