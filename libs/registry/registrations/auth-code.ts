import { createHash } from 'node:crypto';
import type { Registration } from '#domains';

const LENGTH = 16;

/**
 * The code that another registrar needs to take over a domain. It is derived from the registration and not a secret: only
 * the tenant itself acts as the other registrar.
 */
export const authCodeOf = ({ tenantId, domain, orderId, registeredAt }: Registration): string =>
  createHash('sha256')
    .update([tenantId, domain, orderId, registeredAt.toISOString()].join())
    .digest('hex')
    .slice(0, LENGTH);
