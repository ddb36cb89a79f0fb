import fc from 'fast-check';
import { delayBefore, retryAfter } from './retry-schedule.js';

const SCHEDULE = [0, 5_000, 30_000, 120_000];

describe('the delay before an attempt', () => {
  it('differs from the schedule by at most a fifth', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(SCHEDULE.length - 1), (name, step) => {
        const delay = delayBefore(step, SCHEDULE, name) ?? Number.NaN;
        expect(delay).toBeGreaterThanOrEqual(0.8 * SCHEDULE[step]!);
        expect(delay).toBeLessThanOrEqual(1.2 * SCHEDULE[step]!);
      }),
    );
  });

  it('depends on the delivery only', () => {
    const delays = Array.from({ length: 50 }, (_, index) => delayBefore(2, SCHEDULE, `dlv_${index}`));
    expect(new Set(delays).size).toBeGreaterThan(40);
    expect(Math.max(...(delays as number[])) - Math.min(...(delays as number[]))).toBeGreaterThan(6_000);
    expect(delays).toEqual(Array.from({ length: 50 }, (_, index) => delayBefore(2, SCHEDULE, `dlv_${index}`)));
  });

  it('is undefined after the last step', () => {
    expect(delayBefore(SCHEDULE.length, SCHEDULE, 'dlv_1')).toBeUndefined();
  });
});

describe('Retry-After', () => {
  const now = new Date('2027-01-01T00:00:00Z');
  const delayOf = (header: string | undefined) => retryAfter(header, now);

  it('accepts seconds and HTTP dates', () => {
    expect(delayOf('120')).toBe(120_000);
    expect(delayOf(' 0 ')).toBe(0);
    expect(delayOf('Fri, 01 Jan 2027 00:01:30 GMT')).toBe(90_000);
  });

  it('is limited to a day', () => {
    expect(delayOf('9999999999')).toBe(86_400_000);
    expect(delayOf('Sat, 01 Jan 2028 00:00:00 GMT')).toBe(86_400_000);
  });

  it.each([undefined, '', 'soon', '-5', '1e9', 'Thu, 31 Dec 2026 23:59:00 GMT', '12345678901'])(
    'is ignored with the value %p',
    header => {
      expect(delayOf(header)).toBe(0);
    },
  );
});
