import type { INestApplicationContext } from '@nestjs/common';
import { type Actor } from '#platform/audit';
import { type Settings } from '#platform/config';
import { Database } from '#platform/database';
import { AccountExists, People } from '#accounts';
import { FindKeys, IssueKey } from '#api-keys';
import { FindTenants, OpenTenant, TenantExists } from '#tenancy';
import { checkBootstrap } from './check-bootstrap.js';

/** For the audit log: nobody asked for what a new database begins with. */
const BOOTSTRAP: Actor = { id: null, name: 'bootstrap', address: null };

/** Held by the process that does it: a tenant that another has just opened looks as if it had been left without a key. */
const LOCK = 4_816_172_027;

/** What a new database was given; nothing of what it had already. */
export interface Bootstrapped {
  tenant?: string;
  key?: string;
  /** The password is there when it was made here. */
  operator?: { email: string; password?: string };
}

/**
 * Sees to it that the default tenant is there and has had a key, and that there is an operator; after the first time it
 * finds that all is there. Of several processes that start at once, one does it.
 */
export async function bootstrap(services: INestApplicationContext, settings: Settings): Promise<Bootstrapped> {
  checkBootstrap(settings);
  return services.get(Database).transaction(async tx => {
    const { rows } = await tx.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [LOCK]);
    if (!rows[0]?.mine) return {};
    return { ...(await firstKey(services, settings)), ...(await firstOperator(services, settings)) };
  });
}

async function firstKey(services: INestApplicationContext, settings: Settings): Promise<Bootstrapped> {
  const slug = settings.defaultTenant;
  const tenants = await services.get(FindTenants).all();
  const isThere = tenants.some(tenant => tenant.slug === slug);
  // Another process that was quicker also makes the key.
  if (!isThere && !(await unless(TenantExists, services.get(OpenTenant).execute({ slug }, BOOTSTRAP)))) return {};
  const keys = await services.get(FindKeys).of(slug);
  if (keys.length > 0) return {};
  const order = { tenant: slug, scope: 'sandbox' as const, name: 'First key', value: settings.bootstrapApiKey };
  const { value } = await services.get(IssueKey).execute(order, BOOTSTRAP);
  return { tenant: slug, key: value };
}

async function firstOperator(services: INestApplicationContext, settings: Settings): Promise<Bootstrapped> {
  const people = services.get(People);
  if (!(await people.isEmpty())) return {};
  const { bootstrapOperatorEmail: email, bootstrapOperatorPassword: given } = settings;
  const opened = await unless(AccountExists, people.open({ email, role: 'operator', password: given }, BOOTSTRAP));
  if (!opened) return {};
  return { operator: given === undefined ? { email, password: opened.password } : { email } };
}

/** Nothing when it fails for this reason: another process was quicker. */
async function unless<T>(reason: new (...given: never[]) => Error, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof reason) return undefined;
    throw error;
  }
}
