// The notation of values (vectors/README.md): plain JSON, and objects with one key that begins with $.

/** The value that a tree of the notation stands for. */
export function fromNotation(tree, defined = new Map()) {
  if (Array.isArray(tree)) return tree.map((item) => fromNotation(item, defined));
  if (tree === null || typeof tree !== 'object') return tree;
  const keys = Object.keys(tree);
  const inner = tree[keys[0]];
  const each = (value) => fromNotation(value, defined);
  switch (keys.length === 1 ? keys[0] : '') {
    case '$date': return new Date(inner ?? NaN);
    case '$bigint': return BigInt(inner);
    case '$bytes': return Buffer.from(inner, 'hex');
    case '$typed': {
      const bytes = Uint8Array.from(Buffer.from(inner[1], 'hex'));
      if (inner[0] === 'ArrayBuffer') return bytes.buffer;
      return new globalThis[inner[0]](bytes.buffer);
    }
    case '$map': return new Map(inner.map(([key, value]) => [each(key), each(value)]));
    case '$set': return new Set(inner.map(each));
    case '$undefined': return undefined;
    case '$float': return inner === '-0' ? -0 : Number(inner);
    case '$regexp': return new RegExp(inner[0], inner[1]);
    case '$error': {
      const kind = globalThis[inner.name] ?? Error;
      const error = new kind(inner.message, 'cause' in inner ? { cause: each(inner.cause) } : undefined);
      if (error.name !== inner.name) error.name = inner.name;
      error.stack = `${inner.name}: ${inner.message}`;
      return error;
    }
    case '$def': {
      const [number, value] = inner;
      // What refers to itself has to be there before its contents.
      const shell = Array.isArray(value) ? [] : fromNotation(emptied(value), defined);
      defined.set(number, shell);
      return fill(shell, value, defined);
    }
    case '$ref': return defined.get(inner);
    case '$boxed': return Object(each(inner));
    case '$sparse': {
      const array = new Array(inner.length);
      for (const [index, value] of inner.items) array[index] = each(value);
      return array;
    }
    case '$nullproto': return Object.assign(Object.create(null), each(inner));
    case '$url': return new URL(inner);
  }
  return Object.fromEntries(keys.map((key) => [key, each(tree[key])]));
}

function emptied(tree) {
  if (tree === null || typeof tree !== 'object') return tree;
  const [key] = Object.keys(tree);
  if (key === '$map' || key === '$set') return { [key]: [] };
  return key?.startsWith('$') ? tree : {};
}

function fill(shell, tree, defined) {
  const each = (value) => fromNotation(value, defined);
  if (Array.isArray(shell)) tree.forEach((item) => shell.push(each(item)));
  else if (shell instanceof Map) tree.$map.forEach(([key, value]) => shell.set(each(key), each(value)));
  else if (shell instanceof Set) tree.$set.forEach((value) => shell.add(each(value)));
  else if (Object.getPrototypeOf(shell) === Object.prototype) {
    for (const key of Object.keys(tree)) shell[key] = each(tree[key]);
  }
  return shell;
}

/** The notation of a value without values that occur again. */
export function toNotation(value) {
  switch (typeof value) {
    case 'bigint': return { $bigint: String(value) };
    case 'undefined': return { $undefined: true };
    case 'number':
      if (Object.is(value, -0)) return { $float: '-0' };
      return Number.isFinite(value) ? value : { $float: String(value) };
    case 'string': case 'boolean': return value;
  }
  if (value === null) return null;
  if (value._bsontype === 'Long') return { $bigint: value.toString() };
  if (Array.isArray(value)) return value.map(toNotation);
  if (value instanceof Date) return { $date: Number.isNaN(value.getTime()) ? null : value.getTime() };
  if (Buffer.isBuffer(value) || value._bsontype === 'Binary') return { $bytes: Buffer.from(value.buffer ?? value, value.byteOffset, value.length).toString('hex') };
  if (value instanceof ArrayBuffer) return { $typed: ['ArrayBuffer', Buffer.from(value).toString('hex')] };
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
    return { $typed: [value.constructor.name, bytes] };
  }
  if (value instanceof Map) return { $map: [...value].map((pair) => pair.map(toNotation)) };
  if (value instanceof Set) return { $set: [...value].map(toNotation) };
  if (value instanceof RegExp) return { $regexp: [value.source, value.flags] };
  return Object.fromEntries(Object.keys(value).map((key) => [key, toNotation(value[key])]));
}
