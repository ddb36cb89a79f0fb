import { Injectable } from '@nestjs/common';
import { Database, type Executor, Statement, Table } from '#platform/database';
import type { DomainName } from '../model/domain-name.js';
import type { Registration } from '../model/registration.js';
import { RegistrationLookup } from './registration-lookup.js';
import { RegistrationMapping } from './registration.mapping.js';

const registrations = new Table(RegistrationMapping);

const byDomain = new Statement<Registration, { tenant: string; domain: string }>(
  'registrations.by-domain',
  `SELECT ${registrations.selection} FROM ${registrations.name} WHERE tenant_id = :tenant AND domain = :domain`,
);

/** The registered domains of tenants. */
@Injectable()
export class Registrations {
  private readonly lookup: RegistrationLookup;

  constructor(private readonly database: Database) {
    this.lookup = new RegistrationLookup(database);
  }

  /** The names that the tenant has registered. */
  among(tenantId: string, names: DomainName[]): Promise<ReadonlySet<string>> {
    return this.lookup.among(
      tenantId,
      names.map(({ name }) => name),
    );
  }

  async find(tenantId: string, domain: string, executor: Executor = this.database): Promise<Registration | null> {
    const [row] = await byDomain.run(executor, { tenant: tenantId, domain });
    return row ?? null;
  }
}
