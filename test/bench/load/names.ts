import { ownedName } from '../database/registrations.js';

export interface Name {
  /** As requested and as returned. */
  asked: string;
  domain: string;
  status: 'available' | 'taken' | 'premium';
}

const TLDS = ['com', 'net', 'org', 'io', 'app', 'dev', 'co.uk', 'shop', 'xyz', 'site', 'com.br', 'online'];

let last = 0;

const plain = (domain: string, status: Name['status'] = 'available'): Name => ({ asked: domain, domain, status });

/**
 * A domain that was not requested before in this run, unless the tenant owns it, with its expected response. Most are
 * free; one in eight each is owned, taken by the catalogue, premium or in capitals.
 */
export function nextName(owned: number): Name {
  const number = ++last;
  const tld = TLDS[number % TLDS.length]!;
  const label = `shop-${number.toString(36)}`;
  switch (number % 32) {
    case 0:
    case 8:
    case 16:
    case 24:
      return owned > 0 ? plain(ownedName(1 + (number % owned)), 'taken') : plain(`${label}.${tld}`);
    case 4:
      return plain(`${label}-taken.${tld}`, 'taken');
    case 12:
      return plain(`${label}-premium.${tld}`, 'premium');
    case 20:
      return {
        asked: `Shop-${number.toString(36).toUpperCase()}.${tld}`,
        domain: `${label}.${tld}`,
        status: 'available',
      };
    default:
      return plain(`${label}.${tld}`);
  }
}

/** A domain that can be ordered. */
export const nextFreeName = (): string => `order-${(++last).toString(36)}.com`;
