import { normalizeHostName } from './host-name.js';

const MIN_NAMESERVERS = 2;
export const MAX_NAMESERVERS = 13;

const EXPECTED = `must be ${MIN_NAMESERVERS} to ${MAX_NAMESERVERS} different host names`;

/** The problem of a value that should be a list of name servers; undefined when it is one. */
export function problemOfNameservers(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length < MIN_NAMESERVERS || value.length > MAX_NAMESERVERS) return EXPECTED;
  const names = value.map(hostNameOf);
  const invalid = names.findIndex(name => name === undefined);
  if (invalid >= 0)
    return `${EXPECTED}, for example ns1.example.com; the entry ${invalid + 1} is not a host name with two labels or more`;
  return new Set(names).size < names.length ? `${EXPECTED}; one of them is there twice` : undefined;
}

/** Valid name servers in normal form, in their order. */
export const normalizeNameservers = (values: readonly string[]): string[] => values.map(value => hostNameOf(value)!);

/** The host name of a server in normal form; undefined for addresses and other texts. */
function hostNameOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const { ascii } = normalizeHostName(value);
    // A last label of digits would be part of an IPv4 address (RFC 1123, section 2.1).
    return ascii.includes('.') && !/\.\d+$/.test(ascii) ? ascii : undefined;
  } catch {
    return undefined;
  }
}
