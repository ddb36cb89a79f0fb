/** IDs contain the real time of their creation; others can come from a snapshot. */
const EARLIEST_MS = Date.parse('2020-01-01T00:00:00Z');
const LATEST_MS = Date.parse('2200-01-01T00:00:00Z');

/** The real time at which an ID was made. The objects themselves have the time of the tenant's clock. */
export function realTimeOf(id: string): string | undefined {
  const digits = id.slice(id.indexOf('_') + 1);
  const ms = /^[\da-f]{32}$/.test(digits) ? Number.parseInt(digits.slice(0, 12), 16) : Number.NaN;
  return ms > EARLIEST_MS && ms < LATEST_MS ? new Date(ms).toISOString() : undefined;
}
