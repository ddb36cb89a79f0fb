/**
 * Latencies counted in buckets whose bounds grow by the same factor, four to a doubling: what is counted in minutes
 * adds up to hours and days, and a percentile needs no look at the log. A bucket stands for its middle, which is at
 * most 9.1 % off (the eighth root of 2) whatever was measured, from a quarter of a millisecond to 16 seconds.
 */
export class LatencyBuckets {
  constructor(private readonly counts: number[] = []) {}

  get total(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  count(ms: number, times = 1): void {
    this.add(bucketOf(ms), times);
  }

  /** `bucket` counts from 0. */
  add(bucket: number, times: number): void {
    while (this.counts.length <= bucket) this.counts.push(0);
    this.counts[bucket]! += times;
  }

  /** The latency that the given share of all requests did not exceed; null when there were none. */
  percentile(share: number): number | null {
    const rank = Math.ceil(share * this.total);
    let passed = 0;
    for (const [bucket, count] of this.counts.entries()) {
      passed += count;
      if (count > 0 && passed >= rank) return rounded(middleOf(bucket));
    }
    return null;
  }

  /** As PostgreSQL reads an array of numbers. */
  toString(): string {
    return `{${this.counts.join()}}`;
  }
}

const FIRST_MS = 0.25;
const TO_A_DOUBLING = 4;
const MOST = 16 * TO_A_DOUBLING;

function bucketOf(ms: number): number {
  if (!(ms > FIRST_MS)) return 0;
  return Math.min(MOST, Math.ceil(Math.log2(ms / FIRST_MS) * TO_A_DOUBLING));
}

const middleOf = (bucket: number): number => FIRST_MS * 2 ** ((bucket - 0.5) / TO_A_DOUBLING);

const rounded = (ms: number): number => Math.round(ms * 100) / 100;
