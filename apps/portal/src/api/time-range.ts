export const RANGES = [
  { value: '1h', label: 'Last hour', ms: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', ms: 7 * 86_400_000 },
  { value: '30d', label: 'Last 30 days', ms: 30 * 86_400_000 },
] as const;

/** The query parameters of a page that select a time range. */
export interface RangeSearch {
  /** Value of one of the `RANGES`, or `custom` with `from` and `to`. */
  range?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export type TimeRange = ReturnType<typeof timeRange>;

/**
 * The selected time range, by default the last 24 hours. `name` identifies it in query keys; `span` returns its start
 * and end, and relative ranges end now.
 */
export function timeRange({ range = '24h', from, to }: RangeSearch = {}) {
  if (range === 'custom' && isDateTime(from) && isDateTime(to)) {
    const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    return { value: 'custom' as const, label: 'Custom range', name: `${span.from}/${span.to}`, span: () => span };
  }
  const { value, label, ms } = RANGES.find(({ value }) => value === range) ?? RANGES[1];
  const span = () => {
    const now = Date.now();
    return { from: new Date(now - ms).toISOString(), to: new Date(now).toISOString() };
  };
  return { value, label, name: value, span };
}

const isDateTime = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text));
