import { LABEL, MAX_HOST_NAME_LENGTH, newId } from '#platform/model';
import { InvalidHost, InvalidSlug } from './errors.js';

/** A host name of two or more labels, without a port. */
const isHost = (text: string): boolean =>
  text.length <= MAX_HOST_NAME_LENGTH && text.includes('.') && text.split('.').every(label => LABEL.test(label));

/** A reseller who integrates against the sandbox; a world of its own, with its own keys and registrations. */
export class Tenant {
  id: string;
  /** Names the tenant in the `X-Tenant` header. */
  slug: string;
  name: string;
  /** ISO 4217; what this tenant's prices are shown in. */
  currency: string;
  /** The branded interface's host name, if the tenant has one; the API is never answered there. */
  host: string | null;
  createdAt: Date;
  /** Since when its keys open nothing. */
  suspendedAt: Date | null;

  /** @throws InvalidSlug · InvalidHost */
  static open(given: { slug: string; name: string; currency: string; host: string | null; at: Date }): Tenant {
    if (!LABEL.test(given.slug)) throw new InvalidSlug(given.slug);
    if (given.host !== null && !isHost(given.host)) throw new InvalidHost(given.host);
    const { at, ...facts } = given;
    return Object.assign(new Tenant(), { id: newId('ten'), ...facts, createdAt: at, suspendedAt: null });
  }

  /** Suspending twice is suspending once: the first time stands. */
  change({ name, suspended }: { name?: string; suspended?: boolean }, at: Date): void {
    if (name !== undefined) this.name = name;
    if (suspended === true) this.suspendedAt ??= at;
    if (suspended === false) this.suspendedAt = null;
  }

  /** What the audit log keeps. */
  facts() {
    const { slug, name, currency, host, suspendedAt } = this;
    return { slug, name, currency, host, suspended: suspendedAt !== null };
  }
}
