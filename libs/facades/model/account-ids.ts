import { createHash } from 'node:crypto';

const HEX_DIGITS = 32;
const MAX_NUMBER = 2 ** 31 - 1;

/** How the format of each provider names the account of a tenant. */
interface AccountIds {
  dnsimple: number;
  /** 32 hexadecimal digits. */
  cloudflare: string;
}

export function accountIdsOf({ id }: { id: string }): AccountIds {
  const hash = hexOf(id);
  return { dnsimple: (Number.parseInt(hash.slice(0, 8), 16) % MAX_NUMBER) + 1, cloudflare: hash };
}

/** Derives 32 hexadecimal digits from an ID; the same ID always gives the same digits. */
export const hexOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, HEX_DIGITS);
