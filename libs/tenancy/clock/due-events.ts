import type { PathTenant } from '#identity/access';

/** Records the due events of a tenant. Implemented by `libs/registry`, which checkout cannot import. */
export abstract class DueEvents {
  /** Records the next due events, and returns whether there are no more. */
  abstract catchUp(tenant: Pick<PathTenant, 'id' | 'slug' | 'currency'>): Promise<boolean>;
}
