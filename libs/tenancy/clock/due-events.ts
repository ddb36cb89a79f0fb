/** Lets happen what is due by the clock of a tenant. The registry provides it, which uses the modules that need it. */
export abstract class DueEvents {
  /** Records the next due events, and returns whether there are no more. */
  abstract catchUp(tenant: { id: string; slug: string }): Promise<boolean>;
}
