const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format =
    formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
  formats.set(currency, format);
  return format;
}

/** An amount with the code of its currency, for example `24.98 USD`. */
export const money = (amount: number, currency: string): string => {
  const number = formatOf(currency)
    .formatToParts(amount)
    .filter(({ type }) => type !== 'currency' && type !== 'literal');
  return `${number.map(({ value }) => value).join('')} ${currency}`;
};

type Instant = string | { getTime(): number };

const dateOf = (at: Instant) => new Date(typeof at === 'string' ? at : at.getTime());

/** A date in UTC, for example `November 22, 2026`. */
export const date = (at: Instant): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(dateOf(at));

/** A time in UTC, for example `Nov 22, 2026, 14:05:09 UTC`. */
export const time = (at: Instant): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' }).format(dateOf(at))} UTC`;

export const years = (count: number): string => (count === 1 ? '1 year' : `${count} years`);
