import { newId } from './ids.js';

const COUNT = 5_000;

/** The 12 and 14 bits after the time, which a counter would use (RFC 9562, section 6.2). */
function partsOf(id: string) {
  const [, millis, high, low] = /^x_(.{12})7(.{3})(.{4}).{12}$/.exec(id)!;
  return { millis, count: (Number.parseInt(high!, 16) << 14) | (Number.parseInt(low!, 16) & 0x3fff) };
}

const spin = (until: number) => {
  while (performance.now() < until);
};

describe('newId', () => {
  it('returns unique UUIDs of version 7 with a prefix', () => {
    const ids = Array.from({ length: COUNT }, () => newId('x'));
    expect(new Set(ids).size).toBe(COUNT);
    for (const id of ids) expect(id).toMatch(/^x_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  });

  it('does not count the IDs of a millisecond', () => {
    const parts = Array.from({ length: COUNT }, () => partsOf(newId('x')));
    const pairs = parts.slice(1).map((part, index) => ({ part, last: parts[index]! }));
    const sameMillis = pairs.filter(({ part, last }) => part.millis === last.millis);
    expect(sameMillis.length).toBeGreaterThan(COUNT / 2);
    const neighbors = sameMillis.filter(({ part, last }) => Math.abs(part.count - last.count) <= 1);
    expect(neighbors.length).toBeLessThan(sameMillis.length / 20);
  });

  it('follows the wall clock when it is set back', () => {
    const { now } = Date;
    const millisNow = () => Number.parseInt(partsOf(newId('x')).millis!, 16);
    try {
      Date.now = () => now() + 3_600_000;
      expect(millisNow()).toBeGreaterThan(now() + 3_000_000);
    } finally {
      Date.now = now;
    }
    expect(Math.abs(millisNow() - now())).toBeLessThan(60_000);
  });

  it('sorts by time if the process pauses between reading two clocks', () => {
    const { now } = Date;
    const ids = [newId('x')];
    try {
      for (const pauseMs of [800, 1_200, 2_000]) {
        Date.now = () => {
          Date.now = now;
          return now() + pauseMs;
        };
        ids.push(newId('x'));
        Date.now = now;
        ids.push(newId('x'));
      }
    } finally {
      Date.now = now;
    }
    ids.push(newId('x'));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('sorts by time, down to a microsecond', () => {
    const ids = Array.from({ length: COUNT }, () => {
      spin(performance.now() + 0.001);
      return newId('x');
    });
    expect(ids.toSorted()).toEqual(ids);
  });
});
