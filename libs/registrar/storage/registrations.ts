import { beginsWith, Conditions, type Database, Statement } from '#platform/database';
import { normalizeSearchTerm } from '#platform/model';
import type { Owner } from '#orders/contract';

/** A domain that a tenant has bought at the registrar. */
export interface LiveRegistration {
  domain: string;
  tenantId: string;
  tld: string;
  orderId: string;
  owner: Owner;
  premium: boolean;
  registeredAt: Date;
  expiresAt: Date;
}

const COLUMNS = `domain, tenant_id AS "tenantId", tld, order_id AS "orderId", owner, premium, registered_at AS "registeredAt",
  expires_at AS "expiresAt"`;

type Key = { tenant: string; domain: string };

export const findRegistration = new Statement<LiveRegistration, Key>(
  'live-registrations.find',
  `SELECT ${COLUMNS} FROM registrar.registrations WHERE tenant_id = :tenant AND domain = :domain`,
);

/** Replaces an earlier registration of the domain, which was dropped at the registrar. */
export const insertRegistration = new Statement<never, LiveRegistration & { contact: string | null }>(
  'live-registrations.insert',
  `INSERT INTO registrar.registrations (domain, tenant_id, tld, order_id, owner, contact, premium, registered_at, expires_at)
   VALUES (:domain, :tenantId, :tld, :orderId, :owner::jsonb, :contact, :premium, :registeredAt, :expiresAt)
   ON CONFLICT (domain) DO UPDATE SET tenant_id = excluded.tenant_id, tld = excluded.tld, order_id = excluded.order_id,
     owner = excluded.owner, contact = excluded.contact, premium = excluded.premium,
     registered_at = excluded.registered_at, expires_at = excluded.expires_at`,
);

export const extendRegistration = new Statement<never, Key & { expires: Date }>(
  'live-registrations.extend',
  'UPDATE registrar.registrations SET expires_at = :expires WHERE tenant_id = :tenant AND domain = :domain',
);

interface Filter {
  /** The last registration of the previous page. */
  before?: { registeredAt: Date; domain: string } | undefined;
  domain?: string | undefined;
  isExpired?: boolean | undefined;
  expiresBefore?: Date | undefined;
  now: Date;
}

/** The registrations of a tenant, newest first. */
export function listRegistrations(
  database: Database,
  tenantId: string,
  { before, domain, isExpired, expiresBefore, now }: Filter,
  limit: number,
): Promise<LiveRegistration[]> {
  const query = new Conditions();
  query.add(`tenant_id = ${query.addParameter(tenantId)}`);
  if (before) {
    const [time, name] = [before.registeredAt, before.domain].map(value => query.addParameter(value));
    query.add(`(registered_at, domain) < (${time}::timestamptz, ${name})`);
  }
  query.addIfDefined(domain && normalizeSearchTerm(domain), start => beginsWith('domain', start));
  if (isExpired !== undefined) query.add(`expires_at ${isExpired ? '<=' : '>'} ${query.addParameter(now)}`);
  query.addIfDefined(expiresBefore, time => `expires_at < ${time}`);
  return query.run(
    database,
    `SELECT ${COLUMNS} FROM registrar.registrations WHERE ${query}
     ORDER BY registered_at DESC, domain DESC LIMIT ${query.addParameter(limit)}`,
  );
}
