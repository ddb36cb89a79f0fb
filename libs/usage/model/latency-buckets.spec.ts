import fc from 'fast-check';
import { LatencyBuckets } from './latency-buckets.js';

const of = (latencies: number[]) => {
  const buckets = new LatencyBuckets();
  for (const ms of latencies) buckets.count(ms);
  return buckets;
};

const exact = (latencies: number[], share: number) =>
  [...latencies].sort((a, b) => a - b)[Math.ceil(share * latencies.length) - 1]!;

describe('LatencyBuckets', () => {
  it('returns percentiles with an error of at most 9.1 %', () => {
    const latencies = fc.array(fc.double({ min: 0.25, max: 16_000, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(latencies, fc.constantFrom(0.5, 0.95, 0.99, 1), (given, share) => {
        const truth = exact(given, share);
        const found = of(given).percentile(share)!;
        const rounding = 0.005; // to 10 µs
        expect(Math.abs(found - truth)).toBeLessThan(0.091 * truth + rounding);
      }),
    );
  });

  it('adds up to the same counts in any order', () => {
    const latencies = fc.array(fc.double({ min: 0, max: 20_000, noNaN: true }), { maxLength: 50 });
    fc.assert(
      fc.property(latencies, latencies, (some, others) => {
        const sum = of(some);
        for (const ms of others) sum.count(ms);
        expect(sum.toString()).toBe(of([...some, ...others]).toString());
      }),
    );
  });

  it('returns null without requests and accepts any number', () => {
    expect(of([]).percentile(0.95)).toBeNull();
    expect(of([0]).percentile(0.95)).toBeGreaterThan(0);
    expect(of([-1, Number.NaN]).total).toBe(2);
    expect(of([1e9]).percentile(0.5)).toBeLessThan(16_000);
    expect(of([1, 2, 4]).toString()).toBe(`{${'0,'.repeat(8)}1,0,0,0,1,0,0,0,1}`);
  });
});
