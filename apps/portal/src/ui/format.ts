const integer = new Intl.NumberFormat('en-GB');
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

export const formatNumber = (value: number) => integer.format(value);

/** Abbreviates numbers from 10,000: "12.3K". */
export const formatCompact = (value: number) => (value < 10_000 ? integer.format(value) : compact.format(value));

export const formatShare = (part: number, total: number) => percent.format(total === 0 ? 0 : part / total);

export function formatDuration(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  return ms < 10_000 ? `${integer.format(Math.round(ms))} ms` : `${Math.round(ms / 100) / 10} s`;
}

/** A size in bytes: "12.3 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${formatNumber(Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A number and its noun: "1 order", "2 deliveries". */
export function plural(count: number, noun: string): string {
  const nouns = /[^aeo]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${formatNumber(count)} ${count === 1 ? noun : nouns}`;
}

export const formatMoney = (total: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'code' }).format(total);
