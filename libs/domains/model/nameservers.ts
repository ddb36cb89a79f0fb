import { Refusal } from '#platform/model';
import { rejectIpAddress } from './domain-name.js';
import { normalizeHostName } from './host-name.js';

export const MIN_NAMESERVERS = 2;
export const MAX_NAMESERVERS = 13;

/** @throws InvalidDomain when the text is not a host name, or is an IP address */
function parseNameserver(text: string): string {
  const { ascii } = normalizeHostName(text);
  rejectIpAddress(ascii);
  return ascii;
}

/** Why a value is not the host name of a name server; undefined if it is one. */
export function problemOfNameserver(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a host name, such as ns1.example.com';
  try {
    return parseNameserver(value).includes('.') ? undefined : 'must have two labels or more, such as ns1.example.com';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** Normalizes the host names in a list; other values are unchanged. */
export const normalizeNameservers = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((item: unknown) => (problemOfNameserver(item) === undefined ? parseNameserver(item as string) : item))
    : value;

/** Why a list of normalized host names is invalid as a list; `problemOfNameserver` checks its items. */
export function problemOfNameservers(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length < MIN_NAMESERVERS || value.length > MAX_NAMESERVERS)
    return `must be an array of ${MIN_NAMESERVERS} to ${MAX_NAMESERVERS} host names`;
  return new Set(value).size < value.length ? 'must be different host names' : undefined;
}
