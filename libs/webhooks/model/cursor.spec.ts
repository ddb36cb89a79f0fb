import fc from 'fast-check';
import { cursorOf, placeOf, problemOfCursor } from './cursor.js';

describe('a cursor', () => {
  it('means the place that it was made of', () => {
    const place = fc.record({
      recordedBy: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
      position: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
    });
    fc.assert(fc.property(place, given => expect(placeOf(cursorOf(given))).toEqual(given)));
  });

  it('that is none is refused, whatever it is, and never breaks anything', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(fc.string()), fc.constant('')), given =>
        expect([given, placeOf(given), problemOfCursor(given)]).toEqual([given, undefined, expect.any(String)]),
      ),
    );
  });

  it.each([
    { recordedBy: '18446744073709551616', position: '0' },
    { recordedBy: '1', position: '9223372036854775808' },
    { recordedBy: '-1', position: '0' },
    { recordedBy: '1', position: '' },
  ])('for %j is none, for PostgreSQL has no such numbers', place => {
    expect(placeOf(cursorOf(place))).toBeUndefined();
  });
});
