import type { Purchase } from './options.js';

/** JSON. */
export type Value = null | boolean | number | string | Value[] | { [name: string]: Value };

/** A member whose values differ between two states. */
export interface Difference {
  /** For example `orders.*.status`. */
  path: string;
  expected: Value | undefined;
  actual: Value | undefined;
}

/**
 * Parses the state of a purchase, and replaces its domain, email address and token, and all times and IDs by placeholders, so
 * that states of different purchases are comparable.
 */
export function normalize(text: string, purchase: Purchase): Value {
  let value: Value;
  try {
    value = JSON.parse(text) as Value;
  } catch {
    value = text.split('\n');
  }
  return normalizeValue(value, purchase);
}

function normalizeValue(value: Value, purchase: Purchase): Value {
  if (Array.isArray(value)) return sorted(value.map(item => normalizeValue(item, purchase)));
  if (typeof value === 'string') return normalizeText(value, purchase);
  if (typeof value === 'number') return isTime(value) ? '(time)' : value;
  if (value === null || typeof value === 'boolean') return value;
  const byName = new Map<string, Value[]>();
  for (const [name, member] of Object.entries(value)) {
    const replaced = normalizeText(name, purchase);
    byName.set(replaced, [...(byName.get(replaced) ?? []), normalizeValue(member, purchase)]);
  }
  // Members whose names are IDs have the same name now. A list keeps all of them.
  const members = [...byName].map(([name, same]) => [name, same.length > 1 ? sorted(same) : same[0]]);
  return Object.fromEntries(members) as Value;
}

/** Sorts a list by its JSON, because shops list simultaneous events in any order. */
const sorted = (items: Value[]): Value[] =>
  items
    .map(item => ({ item, text: JSON.stringify(item) }))
    .sort((one, other) => Number(one.text > other.text) - Number(one.text < other.text))
    .map(({ item }) => item);

/** Whether a number is a Unix time between 2001 and 2100, in seconds or milliseconds. */
const isTime = (value: number): boolean => (value > 1e9 && value < 4.1e9) || (value > 1e12 && value < 4.1e12);

const PATTERNS: [RegExp, string][] = [
  [/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '(time)'],
  [/\b[A-Z][a-z]{2},? \d{1,2} [A-Z][a-z]{2,} \d{4}(?: \d\d:\d\d(?::\d\d)?(?: [A-Z]{3})?)?/g, '(time)'],
  [/\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g, '(time)'],
  [/\b\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\b/g, '(time)'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '(id)'],
  [/\b[0-9a-f]{16,}\b/gi, '(id)'],
];

function normalizeText(text: string, { domain, email, token }: Purchase): string {
  const named = [
    [token, '(token)'],
    [email, '(email)'],
    [domain, '(domain)'],
  ].reduce((result, [value, name]) => result.replaceAll(value!, name!), text);
  const replaced = PATTERNS.reduce((result, [pattern, name]) => result.replaceAll(pattern, name), named);
  return replaced.replaceAll(PREFIXED_ID, (word, id: string) => (isRandom(id) ? '(id)' : word));
}

/** Such as `ord_019aa3b0c4d17e5f`. */
const PREFIXED_ID = /\b[a-z]{2,8}_([0-9a-z]{8,})\b/gi;

/** Words such as `required` in `action_required` are shorter, and have no digits. */
const isRandom = (id: string): boolean => id.length >= 20 || /\d/.test(id);

/**
 * The members that differ between two states, except ignored names and paths and everything below them. In paths, `*` is
 * any list item.
 */
export function compare(expected: Value | undefined, actual: Value | undefined, ignored: ReadonlySet<string>) {
  const differences: Difference[] = [];
  const visit = (one: Value | undefined, other: Value | undefined, path: string[]) => {
    const joinedPath = path.join('.');
    if (ignored.has(joinedPath) || ignored.has(path.at(-1) ?? '')) return;
    if (one === other) return;
    const [members, others] = [membersOf(one), membersOf(other)];
    if (!members || !others || Array.isArray(one) !== Array.isArray(other))
      return void differences.push({ path: joinedPath, expected: one, actual: other });
    for (const name of new Set([...Object.keys(members), ...Object.keys(others)]))
      visit(members[name], others[name], [...path, Array.isArray(one) ? '*' : name]);
  };
  visit(expected, actual, []);
  return differences;
}

const membersOf = (value: Value | undefined): Record<string, Value> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, Value>) : undefined;
