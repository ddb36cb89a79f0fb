import { addDuration, describeDuration, formatIsoDuration, parseDuration } from '../../apps/portal/src/lib/duration.js';
import { formatSpan } from '../../apps/portal/src/lib/time-span.js';

const after = (from: string, duration: string) => addDuration(new Date(from), parseDuration(duration)!).toISOString();

it('distinguishes P1M, a month, from PT1M, a minute', () => {
  expect(parseDuration('P1M')).toEqual([{ unit: 'month', amount: 1 }]);
  expect(parseDuration('PT1M')).toEqual([{ unit: 'minute', amount: 1 }]);
  expect(formatIsoDuration({ unit: 'month', amount: 1 })).toBe('P1M');
  expect(formatIsoDuration({ unit: 'minute', amount: 1 })).toBe('PT1M');
  expect(after('2030-01-01T00:00:00Z', 'P1MT1M')).toBe('2030-02-01T00:01:00.000Z');
});

it('clamps to the last day of a shorter month', () => {
  expect(after('2030-01-31T12:00:00Z', 'P1M')).toBe('2030-02-28T12:00:00.000Z');
  expect(after('2028-02-29T12:00:00Z', 'P1Y')).toBe('2029-02-28T12:00:00.000Z');
});

it.each(['', 'P', 'PT', '30 days', 'P1.5D', 'P-1D', 'P1H'])('does not parse "%s"', text => {
  expect(parseDuration(text)).toBeUndefined();
});

it('describes durations in words', () => {
  expect(describeDuration(parseDuration('P1Y')!)).toBe('1 year');
  expect(describeDuration(parseDuration('P1Y2M')!)).toBe('1 year and 2 months');
  expect(describeDuration(parseDuration('P1Y2M10D')!)).toBe('1 year, 2 months and 10 days');
});

it.each([
  ['2030-01-31T00:00:00Z', '2030-02-28T00:00:00Z', '1 month'],
  ['2030-01-31T00:00:00Z', '2030-03-01T00:00:00Z', '1 month and 1 day'],
  ['2030-01-01T00:00:00Z', '2031-03-04T00:00:00Z', '1 year and 2 months'],
  ['2030-01-01T00:00:00Z', '2030-01-01T00:01:00Z', '1 minute'],
  ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.999Z', ''],
])('formats the span from %s to %s', (from, to, expected) => {
  expect(formatSpan(new Date(from), new Date(to))).toBe(expected);
});
