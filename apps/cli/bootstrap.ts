import type { INestApplicationContext } from '@nestjs/common';
import { type Actor } from '#platform/security/audit';
import { directUrlOf, type Settings, SETTINGS } from '#platform/process/config';
import { violates, withClient } from '#platform/database';
import { hintOfSecret } from '#platform/model';
import { AccountExists, People } from '#identity';
import { Keys } from '#api-keys';
import { Tenants, TenantExists } from '#tenancy';
import { checkBootstrap } from './check-bootstrap.js';

const ACTOR: Actor = { id: null, name: 'bootstrap', address: null };

/** Advisory lock of the process that bootstraps. */
const LOCK = 4_816_172_027;

/** Data that the bootstrap created; existing data is omitted. */
export interface Bootstrapped {
  tenant?: string;
  key?: string;
  /** With the password if it was generated. */
  operator?: { email: string; password?: string };
  /** Why a setting had no effect. */
  note?: string;
}

/** Creates the default tenant with a key, and the first operator, unless they exist or are created concurrently. */
export async function bootstrap(services: INestApplicationContext, settings: Settings): Promise<Bootstrapped> {
  await checkBootstrap(settings);
  // A session lock, because PostgreSQL would end a transaction that is idle for 5 seconds while the services work.
  return withClient(directUrlOf(services.get<Settings>(SETTINGS)), async client => {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [LOCK]);
    if (!rows[0].locked) return {};
    return { ...(await firstKey(services, settings)), ...(await firstOperator(services, settings)) };
  });
}

async function firstKey(services: INestApplicationContext, settings: Settings): Promise<Bootstrapped> {
  const slug = settings.defaultTenant;
  const tenants = services.get(Tenants);
  const exists = (await tenants.list()).some(tenant => tenant.slug === slug);
  if (!exists && !(await ignore(TenantExists, tenants.create({ slug }, ACTOR)))) return {};
  const keys = await services.get(Keys).list(slug);
  if (keys.length > 0) {
    const { bootstrapApiKey: value } = settings;
    if (value === undefined || keys.some(({ hint }) => isHintOf(value, hint))) return {};
    return { note: `BOOTSTRAP_API_KEY was not created, because the tenant ${slug} has keys; use keys create instead.` };
  }
  const newKey = { tenant: slug, scope: 'sandbox' as const, name: 'First key', value: settings.bootstrapApiKey };
  try {
    const { value } = await services.get(Keys).issue(newKey, ACTOR);
    return { tenant: slug, key: value };
  } catch (error) {
    if (!violates(error, 'keys_hash_key')) throw error;
    return {
      note: `BOOTSTRAP_API_KEY was not created for the tenant ${slug}, because another tenant has it; use keys create instead.`,
    };
  }
}

function isHintOf(value: string, hint: string): boolean {
  const { start, end } = hintOfSecret(value);
  return hint.endsWith(`_${start}…${end}`);
}

async function firstOperator(services: INestApplicationContext, settings: Settings): Promise<Bootstrapped> {
  const people = services.get(People);
  if (!(await people.isEmpty())) return {};
  const { bootstrapOperatorEmail: email, bootstrapOperatorPassword: password } = settings;
  const created = await ignore(AccountExists, people.create({ email, role: 'operator', password }, ACTOR));
  if (!created) return {};
  return { operator: password === undefined ? { email, password: created.password } : { email } };
}

/** Returns undefined if `work` fails with `expected`. */
async function ignore<T>(expected: new (...args: never[]) => Error, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof expected) return undefined;
    throw error;
  }
}
