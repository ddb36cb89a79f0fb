import { beginsWith, type Database } from '#platform/database';
import type { Registration } from '../model/registration.js';
import { typedName } from '../model/typed-name.js';

interface RegistrationFilter {
  /** The last name that was seen. */
  before?: string;
  domain?: string;
}

export async function listRegistrations(
  database: Database,
  tenant: string,
  { before, domain }: RegistrationFilter,
  limit: number,
): Promise<Registration[]> {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const tenantId = add(tenant);
  const conditions = [
    `tenant_id = ${tenantId}`,
    ...(before === undefined ? [] : [isBefore(tenantId, add(before))]),
    ...(domain === undefined ? [] : [beginsWith('domain', typedName(domain), add)]),
  ];
  const text = `SELECT tenant_id AS "tenantId", domain, tld, order_id AS "orderId", registered_at AS "registeredAt",
      expires_at AS "expiresAt"
    FROM domains.registrations WHERE ${conditions.join(' AND ')}
    ORDER BY registered_at DESC, domain DESC LIMIT ${add(limit)}`;
  return (await database.query<Registration>({ text, values })).rows;
}

const isBefore = (tenant: string, domain: string) => `(registered_at, domain) <
  (SELECT last.registered_at, last.domain FROM domains.registrations last
   WHERE last.tenant_id = ${tenant} AND last.domain = ${domain})`;
