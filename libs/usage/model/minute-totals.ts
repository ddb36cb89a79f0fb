import { LatencyBuckets } from './latency-buckets.js';
import type { UsageEntry } from './usage-entry.js';

const MINUTE_MS = 60_000;

/** Number of requests in a minute with the same tenant, key, method, route, status and code. */
export interface RequestGroup {
  /** Any of the requests. */
  entry: UsageEntry;
  minute: Date;
  requests: number;
}

export interface MinuteLatencies {
  /** Any of the timed requests, which have the same tenant and route. */
  entry: UsageEntry;
  minute: Date;
  buckets: LatencyBuckets;
}

/** Groups requests, and returns the position of the group of each entry, from 0. */
export function groupsOf(entries: UsageEntry[]): { groups: RequestGroup[]; positions: number[] } {
  const groups: RequestGroup[] = [];
  const known = new Map<string, number>();
  const positions = entries.map(entry => {
    const minute = minuteOf(entry);
    const { tenantId, keyId, method, route, status, code } = entry;
    const key = `${minute} ${tenantId} ${keyId} ${method} ${route} ${status} ${code}`;
    const position = known.get(key) ?? groups.push({ entry, minute: new Date(minute), requests: 0 }) - 1;
    known.set(key, position);
    groups[position]!.requests++;
    return position;
  });
  return { groups, positions };
}

/** Latencies by minute, tenant and route, without long polls and faulted requests, which may be delayed on purpose. */
export function latenciesOf(entries: UsageEntry[]): MinuteLatencies[] {
  const found = new Map<string, MinuteLatencies>();
  for (const entry of entries) {
    if (entry.mayHaveWaited) continue;
    const minute = minuteOf(entry);
    const key = `${minute} ${entry.tenantId} ${entry.route}`;
    let known = found.get(key);
    if (!known) found.set(key, (known = { entry, minute: new Date(minute), buckets: new LatencyBuckets() }));
    known.buckets.count(entry.durationMs);
  }
  return [...found.values()];
}

/** Start of the minute, in milliseconds since 1970. */
const minuteOf = ({ at }: UsageEntry): number => at.getTime() - (at.getTime() % MINUTE_MS);
