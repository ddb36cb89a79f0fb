import type { INestApplicationContext } from '@nestjs/common';
import { type Actor, type Settings, UsageError } from '#platform';
import { FindKeys, IssueKey, isWellFormed } from '#api-keys';
import { FindTenants, OpenTenant, TenantExists } from '#tenancy';

/** For the audit log: nobody asked for what a new database begins with. */
const BOOTSTRAP: Actor = { id: null, name: 'bootstrap', address: null };

/** What the default tenant was given; nothing when it had it already. */
export interface Bootstrapped {
  tenant?: string;
  key?: string;
}

/** @throws UsageError when a key was given that is none */
export function checkBootstrapKey({ bootstrapApiKey }: Settings): void {
  if (bootstrapApiKey !== undefined && !isWellFormed(bootstrapApiKey))
    throw new UsageError(
      'BOOTSTRAP_API_KEY must be ny_sandbox_ or ny_live_, 32 characters of 0-9A-Za-z and their 6-character checksum; `keys create` makes one.',
    );
}

/**
 * Sees to it that the default tenant is there and has had a key; after the first time it finds that it has. Of several
 * processes that start at once, one does it.
 */
export async function bootstrap(services: INestApplicationContext, settings: Settings): Promise<Bootstrapped> {
  checkBootstrapKey(settings);
  const slug = settings.defaultTenant;
  const tenants = await services.get(FindTenants).all();
  if (!tenants.some(tenant => tenant.slug === slug) && !(await opens(services, slug))) return {};
  const keys = await services.get(FindKeys).of(slug);
  if (keys.length > 0) return {};
  const order = { tenant: slug, scope: 'sandbox' as const, name: 'First key', value: settings.bootstrapApiKey };
  const { value } = await services.get(IssueKey).execute(order, BOOTSTRAP);
  return { tenant: slug, key: value };
}

/** False when another process was quicker, which then also makes the key. */
async function opens(services: INestApplicationContext, slug: string): Promise<boolean> {
  try {
    await services.get(OpenTenant).execute({ slug }, BOOTSTRAP);
    return true;
  } catch (error) {
    if (error instanceof TenantExists) return false;
    throw error;
  }
}
