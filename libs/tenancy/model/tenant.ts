import { LABEL, newId } from '#platform/model';
import { InvalidSlug } from './errors.js';

/** A reseller who integrates with the sandbox. Each tenant has its own keys, orders and registrations. */
export class Tenant {
  id: string;
  /** Value of the `X-Tenant` header. */
  slug: string;
  name: string;
  /** Currency of all prices (ISO 4217). */
  currency: string;
  createdAt: Date;
  /** Keys of a suspended tenant are rejected. */
  suspendedAt: Date | null;

  /** @throws InvalidSlug */
  static create(given: { slug: string; name: string; currency: string; at: Date }): Tenant {
    if (!LABEL.test(given.slug)) throw new InvalidSlug(given.slug);
    const { at, ...facts } = given;
    return Object.assign(new Tenant(), { id: newId('ten'), ...facts, createdAt: at, suspendedAt: null });
  }

  /** Suspending again keeps the first time. */
  change({ name, suspended }: { name?: string; suspended?: boolean }, at: Date): void {
    if (name !== undefined) this.name = name;
    if (suspended === true) this.suspendedAt ??= at;
    if (suspended === false) this.suspendedAt = null;
  }

  /** The properties that the audit log records. */
  facts() {
    const { slug, name, currency, suspendedAt } = this;
    return { slug, name, currency, suspended: suspendedAt !== null };
  }
}
