// Random values from a seed, so that a failure comes again.

/** A generator of numbers from 0 to 2^32 - 1 (mulberry32). */
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A number below this one. */
  below(end) {
    return this.next() % end;
  }

  chance(percent) {
    return this.below(100) < percent;
  }

  of(list) {
    return list[this.below(list.length)];
  }

  many(most, make) {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  bytes(length = this.of([0, 1, 5, 15, 16, 17, 31, 32, 255, 256])) {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  text() {
    const unit = this.of(['a', 'é', '€', '😀', '"\\', '\n', 'text ']);
    return unit.repeat(this.of([0, 1, 1, 2, 7, 31, 32])) + (this.chance(3) ? 'x'.repeat(this.of([255, 256, 65536])) : '');
  }

  /** A key that is no integer, which JavaScript would put before all others. */
  key() {
    return this.of(['id', 'name', 'a', 'b', 'c', 'né', 'a key', 'k' + this.below(40), 'x'.repeat(33)]);
  }

  integer() {
    const limit = 2 ** this.of([3, 6, 8, 16, 31, 32, 40, 53]);
    const near = limit - 1 - this.below(3);
    const number = this.chance(40) ? near : Math.floor((this.next() / 2 ** 32) * limit);
    return this.chance(30) && number !== 0 ? -number : number;
  }

  int32() {
    return this.integer() | 0;
  }

  number() {
    return this.chance(50) ? this.integer() : this.of([0.5, -1.25, 1e300, 5e-324, Math.PI, 123.456, -0.001]) * this.of([1, 3, 7]);
  }

  bigint() {
    const bits = this.of([8, 31, 32, 33, 62, 63]);
    const number = BigInt.asUintN(bits, (BigInt(this.next()) << 32n) | BigInt(this.next()));
    return this.chance(50) ? -number : number;
  }

  date() {
    return new Date(this.of([0, 1, 1e9, 1577836800000, 1700000000123, -1, -62135596800000, 4294967295000, 4294967296000]));
  }

  /** A value that msgpackr, cbor-x and bson all have. */
  value(depth = 3) {
    switch (this.below(depth > 0 ? 11 : 7)) {
      case 0: return null;
      case 1: return this.chance(50);
      case 2: case 3: return this.number();
      case 4: return this.text();
      case 5: return this.of([() => this.date(), () => this.bigint()])();
      case 6: return this.bytes();
      case 7: return this.many(this.chance(5) ? 20 : 4, () => this.value(depth - 1));
      default: return this.object(depth);
    }
  }

  object(depth = 3) {
    return Object.fromEntries(this.many(this.chance(3) ? 40 : 6, () => [this.key(), this.value(depth - 1)]));
  }

  /** Objects of a few shapes, as records are. */
  records(count) {
    const shapes = this.many(4, () => this.many(6, () => this.key())).concat([['id', 'name']]);
    const record = () => Object.fromEntries(this.of(shapes).map((key) => [key, this.value(2)]));
    return Array.from({ length: count }, () => (this.chance(30) ? { list: [record(), record()] } : record()));
  }
}
