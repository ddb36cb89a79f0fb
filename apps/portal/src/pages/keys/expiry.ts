import { fromInputValue } from '../../ui/time';

const DAY_MS = 86_400_000;

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

export const NEVER = 'never';

/** Choices besides `NEVER`: a number of days, or `custom` for a date. */
export const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'custom', label: 'Custom date' },
];

/** Returns the value for the API. */
export function expiryOf(choice: string, date: string): string {
  if (choice === NEVER) return NEVER;
  return choice === 'custom' ? fromInputValue(date) : inDays(Number(choice)).toISOString();
}
