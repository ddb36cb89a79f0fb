import fc from 'fast-check';
import { businessTime } from './business-time.js';
import { addDuration, problemOfDuration } from './duration.js';

const at = (time: string) => businessTime(time);

describe('problemOfDuration', () => {
  it.each([
    'P1Y',
    'P1Y2M10DT2H30M',
    'P1W',
    'P1Y1W',
    'PT0S',
    'PT0.5S',
    'PT0,5H',
    'PT0.5H',
    'P0,5W',
    'P1DT1,25M',
    `PT0.${'3'.repeat(50)}S`,
    'p1dt1h',
  ])('accepts %s', text => {
    expect(problemOfDuration(text)).toBeUndefined();
  });

  it.each([
    '',
    'P',
    'PT',
    'P1DT',
    '1Y',
    '-P1D',
    'P-1D',
    'P1Y-1M',
    'PT-0,5H',
    'PT0,5H30M',
    'P1.5DT1H',
    'PT0.5,5S',
    'PT,5H',
    'PT1,H',
    'P1S',
    'tomorrow',
    7,
    null,
    `P${'0'.repeat(64)}1D`,
  ])('rejects %j', value => expect(problemOfDuration(value)).toMatch(/^must be a duration in ISO 8601/));
});

describe('addDuration', () => {
  it.each([
    ['2027-01-31T10:00:00Z', 'P1M', '2027-02-28T10:00:00.000Z'],
    ['2028-02-29T00:00:00Z', 'P1Y', '2029-02-28T00:00:00.000Z'],
    ['2027-03-28T00:00:00Z', 'P1D', '2027-03-29T00:00:00.000Z'],
    ['2027-01-01T00:00:00Z', 'PT0,5H', '2027-01-01T00:30:00.000Z'],
    ['2027-01-01T00:00:00Z', 'PT1800,5S', '2027-01-01T00:30:00.500Z'],
    ['2027-01-01T00:00:00Z', 'pt0,5h', '2027-01-01T00:30:00.000Z'],
    ['2027-01-01T00:00:00Z', 'P1DT0.5M', '2027-01-02T00:00:30.000Z'],
    ['2027-01-01T00:00:00Z', 'P999999999Y', '9999-12-31T23:59:59.999Z'],
  ])('%s plus %s is %s', (from, by, to) => expect(addDuration(at(from), by).toISOString()).toBe(to));

  it('never moves back', () => {
    const number = fc.nat({ max: 400 });
    fc.assert(
      fc.property(fc.nat({ max: 4e12 }), number, number, number, number, (ms, y, m, d, h) => {
        expect(addDuration(businessTime(ms), `P${y}Y${m}M${d}DT${h}H`).getTime()).toBeGreaterThanOrEqual(ms);
      }),
    );
  });
});
