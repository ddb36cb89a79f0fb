import type { PathTenant } from '#identity/access';

/** Lets happen what is due by the clock of a tenant. The registry provides it, which uses the modules that need it. */
export abstract class DueEvents {
  /** Records the next due events, and returns whether there are no more. */
  abstract catchUp(tenant: Pick<PathTenant, 'id' | 'slug' | 'currency'>): Promise<boolean>;
}
