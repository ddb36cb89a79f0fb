import { networkOf } from '#platform/model';
import { TooManyRequests } from './errors.js';
import type { Services } from './services.js';

/** Per minute. A page causes one request; files are not counted. */
const LIMITS = { requestsOfAddress: 120, requestsOfTenant: 3_000, codesOfAddress: 10 };

/**
 * Counts the request of a page. What exceeds the limit of its address does not count for the tenant, so that one address
 * cannot close the storefront for the others.
 * @throws TooManyRequests
 */
export async function countRequest(services: Services, tenantId: string, address: string): Promise<void> {
  await count(services, `visitor:${tenantId}:${networkOf(address)}`, LIMITS.requestsOfAddress);
  await count(services, `storefront:${tenantId}`, LIMITS.requestsOfTenant);
}

/**
 * Counts an entered access code; people choose short ones.
 * @throws TooManyRequests
 */
export const countCode = (services: Services, tenantId: string, address: string): Promise<void> =>
  count(services, `storefront-code:${tenantId}:${networkOf(address)}`, LIMITS.codesOfAddress);

async function count({ limits }: Services, key: string, limit: number): Promise<void> {
  const { exceeded, resetMs } = await limits.count(key, limit);
  if (exceeded) throw new TooManyRequests(Math.ceil(resetMs / 1_000));
}
