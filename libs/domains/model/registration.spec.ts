import fc from 'fast-check';
import { type BusinessTime, businessTime } from '#platform/model';
import { isUnverified } from './owner.js';
import { addYears, cursorOf, positionOf, findTermError, yearsOf } from './registration.js';

const times = () =>
  fc.date({ min: new Date('1970-01-01'), max: new Date('2200-12-31'), noInvalidDate: true }).map(businessTime);
const years = () => fc.integer({ min: 1, max: 10 });

describe('addYears', () => {
  it.each([
    ['2027-05-06T07:08:09.010Z', 3, '2030-05-06T07:08:09.010Z'],
    ['2028-02-29T23:59:59.999Z', 1, '2029-02-28T23:59:59.999Z'],
    ['2028-02-29T00:00:00.000Z', 4, '2032-02-29T00:00:00.000Z'],
    ['2029-02-28T12:00:00.000Z', 3, '2032-02-28T12:00:00.000Z'],
  ])('of %s and %i is %s', (time, count, expected) => {
    expect(addYears(businessTime(time), count).toISOString()).toBe(expected);
  });

  it('keeps month, day and time in UTC unless the day is February 29', () => {
    fc.assert(
      fc.property(times(), years(), (time, count) => {
        const rest = (date: BusinessTime) => date.toISOString().slice(5).replace('02-29', '02-28');
        const moved = addYears(time, count);
        expect(rest(moved)).toBe(rest(time));
        expect(moved.getUTCFullYear() - time.getUTCFullYear()).toBe(count);
      }),
    );
  });
});

describe('the years of a registration', () => {
  it('are the sum of all terms', () => {
    fc.assert(
      fc.property(times(), fc.array(years(), { minLength: 1, maxLength: 5 }), (registeredAt, terms) => {
        const expiresAt = terms.reduce(addYears, registeredAt);
        const sum = terms.reduce((total, term) => total + term, 0);
        expect(yearsOf({ registeredAt, expiresAt })).toBe(sum);
      }),
    );
  });
});

describe('a term', () => {
  const now = businessTime('2027-01-01T00:00:00Z');

  it('can end 10 years from now, but not later', () => {
    expect(findTermError(businessTime('2035-01-01T00:00:00Z'), 2, now)).toBeUndefined();
    expect(findTermError(businessTime('2035-01-01T00:00:00.001Z'), 2, now)).toMatchObject({
      code: 'TERM_TOO_LONG',
      extras: { details: [{ field: 'years', message: expect.stringContaining('2035-01-01T00:00:00.001Z') }] },
    });
  });
});

describe('a cursor', () => {
  it('contains the position', () => {
    fc.assert(
      fc.property(times(), registeredAt => {
        const position = { registeredAt, domain: 'my-shop.co.uk' };
        expect(positionOf(cursorOf(position))).toEqual(position);
      }),
    );
  });

  it.each(['', 'example.com', '1_', '_a.com', 'x_a.com', '1'.repeat(20) + '_a.com'])('is not %j', text => {
    expect(positionOf(text)).toBeUndefined();
  });
});

describe('isUnverified', () => {
  it.each([
    ['unverified@example.com', 'com', true],
    ['unverified-ada+1@example.com', 'shop', true],
    ['Unverified@example.com', 'com', true],
    ['ada@unverified.com', 'com', false],
    ['not-unverified@example.com', 'com', false],
    ['unverified@example.com', 'us', false],
    ['unverified@example.com', 'co.uk', false],
    ['unverified@example.com', 'com.au', false],
  ])('of %s under .%s is %s', (email, tld, expected) => {
    expect(isUnverified(email, tld)).toBe(expected);
  });
});
