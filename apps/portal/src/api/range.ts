import type { Span } from './queries';

export const RANGES = [
  { value: '1h', label: 'Last hour', short: 'Hour', ms: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', short: 'Day', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', short: 'Week', ms: 7 * 86_400_000 },
  { value: '30d', label: 'Last 30 days', short: 'Month', ms: 30 * 86_400_000 },
] as const;

export type RangeName = (typeof RANGES)[number]['value'];

/** What an address says about time: one of the names, or a beginning and an end of its own. */
export interface RangeInAddress {
  range?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export function rangeOf({ range, from, to }: RangeInAddress, usual: RangeName = '24h') {
  if (range === 'custom' && isInstant(from) && isInstant(to)) {
    const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    return { value: 'custom' as const, label: 'Chosen time', name: `${span.from}/${span.to}`, span: (): Span => span };
  }
  const { value, label, ms } = RANGES.find(({ value }) => value === range) ?? RANGES.find(r => r.value === usual)!;
  const span = (): Span => {
    const now = Date.now();
    return { from: new Date(now - ms).toISOString(), to: new Date(now).toISOString() };
  };
  return { value, label, name: value, span };
}

const isInstant = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text));
