const whole = new Intl.NumberFormat('en-GB');
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

export const number = (value: number) => whole.format(value);

export const shortNumber = (value: number) => (value < 10_000 ? whole.format(value) : compact.format(value));

export const share = (part: number, of: number) => percent.format(of === 0 ? 0 : part / of);

export const milliseconds = (value: number | null) =>
  value === null
    ? '–'
    : value < 10
      ? `${Math.round(value * 10) / 10} ms`
      : value < 10_000
        ? `${whole.format(Math.round(value))} ms`
        : `${Math.round(value / 100) / 10} s`;

export const plural = (count: number, noun: string) =>
  `${number(count)} ${count === 1 ? noun : noun.endsWith('y') && !noun.endsWith('ey') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;

export const money = (total: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'code' }).format(total);
