import { createHash } from 'node:crypto';
import { LoginLimited } from '#identity';
import { networkOf } from '#platform/model';
import type { Storefront } from '#storefront';
import { TooManyCodes, TooManyRequests } from './errors.js';
import type { Services } from './services.js';

/** Limits per minute. Requests for pages and event streams are counted; files are not. */
const LIMITS = { requestsOfAddress: 120, searchesWhileTyping: 120, requestsOfTenant: 3_000, codesOfAddress: 10 };

/**
 * Counts a request for a page. Requests over the limit of their address do not count for the tenant, so that one address
 * cannot exhaust the limit of all visitors. Searches while typing have their own limit, so that an order is possible after them.
 * @throws TooManyRequests
 */
export async function countRequest(
  services: Services,
  tenantId: string,
  address: string,
  isSearchWhileTyping: boolean,
): Promise<void> {
  const visitor = `${tenantId}:${networkOf(address)}`;
  if (isSearchWhileTyping) await count(services, `typed-search:${visitor}`, LIMITS.searchesWhileTyping);
  else await count(services, `visitor:${visitor}`, LIMITS.requestsOfAddress);
  await count(services, `storefront:${tenantId}`, LIMITS.requestsOfTenant);
}

/** Limit of wrong access codes from all addresses together, against attackers with many addresses. */
const WRONG_CODES = { max: 100, windowMs: 3_600_000 };

/**
 * Counts an entered access code against the limits of its address and of the storefront. Returns a function that the caller
 * calls if the code is correct, so that the code does not count for the storefront.
 * @throws TooManyRequests · TooManyCodes
 */
export async function countCode(
  services: Services,
  storefront: Storefront,
  address: string,
): Promise<() => Promise<void>> {
  await count(services, `storefront-code:${storefront.tenantId}:${networkOf(address)}`, LIMITS.codesOfAddress);
  const limits = [{ ...WRONG_CODES, key: wrongCodesKey(storefront) }];
  try {
    // Refuses without writing, so that a flood of attempts does not grow the table.
    await services.loginLimits.check(limits);
    await services.loginLimits.consume(limits);
  } catch (error) {
    if (error instanceof LoginLimited) throw new TooManyCodes(error.extras.headers);
    throw error;
  }
  return () => services.loginLimits.refund(limits);
}

/** Contains a hash of the code, so that a changed code starts with an unused limit. */
function wrongCodesKey({ tenantId, code }: Storefront): string {
  const hash = createHash('sha256').update(`${tenantId}\0${code}`).digest('base64url');
  return `storefront-code:${tenantId}:${hash}`;
}

async function count({ limits }: Services, key: string, limit: number): Promise<void> {
  const { exceeded, resetMs } = await limits.count(key, limit);
  if (exceeded) throw new TooManyRequests(Math.ceil(resetMs / 1_000));
}
