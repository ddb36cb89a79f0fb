/**
 * Placeholders of scenarios: `{{unique}}` is a text that no other run has, `{{given.0.data.order_id}}` a value of the
 * response to the first given call, and `{{x.100}}` a hundred letters.
 */
export interface Values {
  unique: string;
  /** Bodies of the responses to the given calls, in order. */
  given: unknown[];
}

/** A copy of a value in which every placeholder is replaced. */
export function fill<T>(value: T, values: Values): T {
  if (typeof value === 'string')
    return value.replaceAll(/\{\{([^{}]+)\}\}/g, (_, path: string) => textOf(path, values)) as T;
  if (Array.isArray(value)) return value.map(item => fill<unknown>(item, values)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill<unknown>(item, values)])) as T;
}

function textOf(path: string, { unique, given }: Values): string {
  const [root = '', ...names] = path.split('.');
  if (path === 'unique') return unique;
  if (root === 'x') return 'x'.repeat(Number(names[0]));
  const value = names.reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], given);
  if (root !== 'given' || typeof value !== 'string') throw new MissingValue(path);
  return value;
}

/** A placeholder for which there is no value, for example because a response was not as expected. */
export class MissingValue extends Error {
  constructor(path: string) {
    super(`There is no text for {{${path}}}.`);
  }
}

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** A new value for `{{unique}}`: letters and digits, so that domains can contain it. */
export const newUnique = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => CHARACTERS[byte % CHARACTERS.length]).join('');
