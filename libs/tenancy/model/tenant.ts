import { LABEL, MAX_HOST_NAME_LENGTH, newId } from '#platform/model';
import { InvalidHost, InvalidSlug } from './errors.js';

/** A host name of two or more labels, without a port. */
const isHost = (text: string): boolean =>
  text.length <= MAX_HOST_NAME_LENGTH && text.includes('.') && text.split('.').every(label => LABEL.test(label));

/** A reseller who integrates with the sandbox. Each tenant has its own keys, orders and registrations. */
export class Tenant {
  id: string;
  /** Value of the `X-Tenant` header. */
  slug: string;
  name: string;
  /** Currency of all prices (ISO 4217). */
  currency: string;
  /** Host name of the branded interface. The API is not available there. */
  host: string | null;
  createdAt: Date;
  /** Keys of a suspended tenant are rejected. */
  suspendedAt: Date | null;

  /** @throws InvalidSlug · InvalidHost */
  static create(given: { slug: string; name: string; currency: string; host: string | null; at: Date }): Tenant {
    if (!LABEL.test(given.slug)) throw new InvalidSlug(given.slug);
    if (given.host !== null && !isHost(given.host)) throw new InvalidHost(given.host);
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
    const { slug, name, currency, host, suspendedAt } = this;
    return { slug, name, currency, host, suspended: suspendedAt !== null };
  }
}
