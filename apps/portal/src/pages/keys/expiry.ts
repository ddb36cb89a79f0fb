const DAY_MS = 86_400_000;

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

export const NEVER = 'never';

/** Ends of a key, besides `NEVER`: in a number of days, or a date to enter. */
export const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'custom', label: 'Custom date' },
];

/** The value for the API. The server reports a date that is incomplete. */
export function expiryOf(choice: string, date: string): string {
  if (choice === NEVER) return NEVER;
  const at = choice === 'custom' ? new Date(date) : inDays(Number(choice));
  return Number.isNaN(at.getTime()) ? date : at.toISOString();
}
