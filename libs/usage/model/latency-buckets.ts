/**
 * A histogram of latencies with exponential buckets, four per doubling. Histograms can be added up, unlike percentiles. A
 * percentile is the geometric middle of its bucket, with an error of at most 9.1 % (the eighth root of 2) between 0.25
 * milliseconds and 16 seconds.
 */
export class LatencyBuckets {
  private readonly counts: number[] = [];

  get total(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  count(ms: number): void {
    this.add(bucketOf(ms), 1);
  }

  /** @param bucket index from 0 */
  add(bucket: number, times: number): void {
    while (this.counts.length <= bucket) this.counts.push(0);
    this.counts[bucket]! += times;
  }

  /** The latency that the given share of requests did not exceed; null without requests. */
  percentile(share: number): number | null {
    const rank = Math.ceil(share * this.total);
    let passed = 0;
    for (const [bucket, count] of this.counts.entries()) {
      passed += count;
      if (count > 0 && passed >= rank) return rounded(middleOf(bucket));
    }
    return null;
  }

  /** An array literal of PostgreSQL. */
  toString(): string {
    return `{${this.counts.join()}}`;
  }
}

const FIRST_MS = 0.25;
const BUCKETS_PER_DOUBLING = 4;
const LAST_BUCKET = 16 * BUCKETS_PER_DOUBLING;

function bucketOf(ms: number): number {
  if (!(ms > FIRST_MS)) return 0;
  return Math.min(LAST_BUCKET, Math.ceil(Math.log2(ms / FIRST_MS) * BUCKETS_PER_DOUBLING));
}

/** `bucketOf` as an SQL expression. */
export const bucketSql = (ms: string): string =>
  `CASE WHEN ${ms} > ${FIRST_MS}
     THEN least(${LAST_BUCKET}, ceil(log(2, (${ms} / ${FIRST_MS})::numeric) * ${BUCKETS_PER_DOUBLING}))::int ELSE 0 END`;

const middleOf = (bucket: number): number => FIRST_MS * 2 ** ((bucket - 0.5) / BUCKETS_PER_DOUBLING);

const rounded = (ms: number): number => Math.round(ms * 100) / 100;
