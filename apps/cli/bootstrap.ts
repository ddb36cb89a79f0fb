import type { INestApplicationContext } from '@nestjs/common';
import { type Actor } from '#platform/security/audit';
import { type Settings } from '#platform/process/config';
import { Database } from '#platform/database';
import { AccountExists, People } from '#identity';
import { Keys } from '#api-keys';
import { Tenants, TenantExists } from '#tenancy';
import { checkBootstrap } from './check-bootstrap.js';

/** Actor in the audit log. */
const BOOTSTRAP: Actor = { id: null, name: 'bootstrap', address: null };

/**
 * Holds an advisory lock, so one process bootstraps. An operator may still create the tenant or account meanwhile; then that
 * one is kept.
 */
const LOCK = 4_816_172_027;

/** What was created; existing data is omitted. */
export interface Bootstrapped {
  tenant?: string;
  key?: string;
  /** With the password if it was generated. */
  operator?: { email: string; password?: string };
  /** Why a setting had no effect. */
  note?: string;
}

/** Creates the default tenant with a key and the first operator unless they exist. */
export async function bootstrap(services: INestApplicationContext, settings: Settings): Promise<Bootstrapped> {
  await checkBootstrap(settings);
  return services.get(Database).transaction(async tx => {
    const [lock] = await tx.query<{ locked: boolean }[]>('SELECT pg_try_advisory_xact_lock($1) AS locked', [LOCK]);
    if (!lock?.locked) return {};
    return { ...(await firstKey(services, settings)), ...(await firstOperator(services, settings)) };
  });
}

async function firstKey(services: INestApplicationContext, settings: Settings): Promise<Bootstrapped> {
  const slug = settings.defaultTenant;
  const tenants = await services.get(Tenants).list();
  const exists = tenants.some(tenant => tenant.slug === slug);
  if (!exists && !(await ignoring(TenantExists, services.get(Tenants).create({ slug }, BOOTSTRAP)))) return {};
  const keys = await services.get(Keys).list(slug);
  if (keys.length > 0) {
    const { bootstrapApiKey: value } = settings;
    if (value === undefined || keys.some(({ hint }) => isHintOf(value, hint))) return {};
    return { note: `BOOTSTRAP_API_KEY was not created, because the tenant ${slug} has keys; use keys create instead.` };
  }
  const order = { tenant: slug, scope: 'sandbox' as const, name: 'First key', value: settings.bootstrapApiKey };
  const { value } = await services.get(Keys).issue(order, BOOTSTRAP);
  return { tenant: slug, key: value };
}

function isHintOf(value: string, hint: string): boolean {
  const [start = '', end = ''] = hint.split('…');
  return value.startsWith(start) && value.endsWith(end);
}

async function firstOperator(services: INestApplicationContext, settings: Settings): Promise<Bootstrapped> {
  const people = services.get(People);
  if (!(await people.isEmpty())) return {};
  const { bootstrapOperatorEmail: email, bootstrapOperatorPassword: password } = settings;
  const opened = await ignoring(AccountExists, people.open({ email, role: 'operator', password }, BOOTSTRAP));
  if (!opened) return {};
  return { operator: password === undefined ? { email, password: opened.password } : { email } };
}

/** Returns undefined if `work` fails with `expected`. */
async function ignoring<T>(expected: new (...args: never[]) => Error, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof expected) return undefined;
    throw error;
  }
}
