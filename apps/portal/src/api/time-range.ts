export const RANGES = [
  { value: '1h', label: 'Last hour', ms: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', ms: 7 * 86_400_000 },
  { value: '30d', label: 'Last 30 days', ms: 30 * 86_400_000 },
] as const;

/** Minimum length of a range that begins at the oldest data. */
const MIN_SPAN_MS = 15_000;

/** The query parameters of a page that select a time range. */
export interface RangeSearch {
  /** Value of one of the `RANGES`, or `custom` with `from` and `to`. */
  range?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface TimeRange {
  value: 'custom' | (typeof RANGES)[number]['value'];
  label: string;
  /** Identifies the range in query keys. */
  name: string;
  /** Start and end; relative ranges end now. */
  span: () => { from: string; to: string };
  /** Like `span`, for lists: a relative range has no end, because the clock of the server may be ahead. */
  filter: () => { from: string; to?: string };
}

/** The selected time range, by default the last 24 hours. */
export function timeRange({ range = '24h', from, to }: RangeSearch = {}): TimeRange {
  if (range === 'custom' && isDateTime(from) && isDateTime(to)) {
    const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    return {
      value: 'custom',
      label: 'Custom range',
      name: `${span.from}/${span.to}`,
      span: () => span,
      filter: () => span,
    };
  }
  const { value, label, ms } = RANGES.find(({ value }) => value === range) ?? RANGES[1];
  const span = () => {
    const now = Date.now();
    return { from: new Date(now - ms).toISOString(), to: new Date(now).toISOString() };
  };
  return { value, label, name: value, span, filter: () => ({ from: span().from }) };
}

/** Cuts the range to begin at `first`, the time of the oldest data, so that the chart does not begin with empty steps. */
export function rangeSince(first: string | null, range: TimeRange): TimeRange {
  const now = Date.now();
  if (first === null || first <= range.span().from) return range;
  const from = new Date(Math.min(Date.parse(first), now - MIN_SPAN_MS)).toISOString();
  const span = () => ({ from, to: new Date().toISOString() });
  return { ...range, label: 'Since the first request', name: `${range.name} since ${first}`, span };
}

const isDateTime = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text));
