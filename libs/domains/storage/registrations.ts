import { Injectable } from '@nestjs/common';
import { Database, type Executor, Statement } from '#platform/database';
import type { DomainName } from '../model/domain-name.js';
import type { Registration } from '../model/registration.js';
import { LookUps } from './look-ups.js';

const byDomain = new Statement<Registration, { tenant: string; domain: string }>(
  'registrations.by-domain',
  `SELECT tenant_id AS "tenantId", domain, tld, order_id AS "orderId", registered_at AS "registeredAt",
     expires_at AS "expiresAt"
   FROM domains.registrations WHERE tenant_id = :tenant AND domain = :domain`,
);

/** What each tenant has registered in its world. */
@Injectable()
export class Registrations {
  private readonly lookUps: LookUps;

  constructor(private readonly database: Database) {
    this.lookUps = new LookUps(database);
  }

  /** Those of the names that the tenant has. */
  among(tenantId: string, names: DomainName[]): Promise<ReadonlySet<string>> {
    return this.lookUps.among(
      tenantId,
      names.map(({ name }) => name),
    );
  }

  async find(tenantId: string, domain: string, executor: Executor = this.database): Promise<Registration | null> {
    const [row] = await byDomain.run(executor, { tenant: tenantId, domain });
    return row ?? null;
  }
}

/** True when the tenant has the name, for the step `asked` of another module's statement. */
export const IS_REGISTERED = `EXISTS (SELECT FROM domains.registrations r
  WHERE r.tenant_id = asked.tenant_id AND r.domain = asked.domain)`;

/**
 * Registers what the step `paid` of a statement gives, from `paid_at` on. Years are counted in UTC, so that no time zone
 * moves an expiry. All go by the same order, so that two who want the same names wait for each other in one direction.
 */
export const REGISTER = `INSERT INTO domains.registrations (tenant_id, domain, tld, order_id, registered_at, expires_at)
  SELECT tenant_id, domain, tld, id, paid_at,
    (paid_at AT TIME ZONE 'UTC' + make_interval(years => years)) AT TIME ZONE 'UTC'
  FROM paid ORDER BY tenant_id, domain RETURNING order_id, registered_at, expires_at`;

/** Makes the names of a tenant free again: `:tenant`. What is added to it says which of them. */
export const UNREGISTER = 'DELETE FROM domains.registrations WHERE tenant_id = :tenant';
