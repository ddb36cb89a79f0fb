import { beginsWith, type Database, Table } from '#platform/database';
import type { Registration } from '../model/registration.js';
import { normalizeSearchTerm } from '../model/host-name.js';
import { RegistrationMapping } from './registration.mapping.js';

const registrations = new Table(RegistrationMapping);

interface RegistrationFilter {
  /** The last domain of the previous page. */
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
    ...(domain === undefined ? [] : [beginsWith('domain', normalizeSearchTerm(domain), add)]),
  ];
  const text = `SELECT ${registrations.selection} FROM ${registrations.name} WHERE ${conditions.join(' AND ')}
    ORDER BY registered_at DESC, domain DESC LIMIT ${add(limit)}`;
  return (await database.query<Registration>({ text, values })).rows;
}

const isBefore = (tenant: string, domain: string) => `(registered_at, domain) <
  (SELECT last.registered_at, last.domain FROM domains.registrations last
   WHERE last.tenant_id = ${tenant} AND last.domain = ${domain})`;
