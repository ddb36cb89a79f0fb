import type { INestApplicationContext } from '@nestjs/common';
import { type Settings, UsageError } from '#platform';
import { IssueKey, isWellFormed } from '#api-keys';
import { FindTenants, OpenTenant, TenantExists } from '#tenancy';

/** What a new database was given; nothing when it was not new. */
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

/** Gives a new database its default tenant and a first key; of several processes that start at once, one does it. */
export async function bootstrap(services: INestApplicationContext, settings: Settings): Promise<Bootstrapped> {
  checkBootstrapKey(settings);
  const tenants = await services.get(FindTenants).all();
  if (tenants.length > 0) return {};
  try {
    await services.get(OpenTenant).execute({ slug: settings.defaultTenant });
  } catch (error) {
    if (error instanceof TenantExists) return {};
    throw error;
  }
  const order = { tenant: settings.defaultTenant, scope: 'sandbox' as const, name: 'First key' };
  const { value } = await services.get(IssueKey).execute({ ...order, value: settings.bootstrapApiKey });
  return { tenant: settings.defaultTenant, key: value };
}
