import { type Facade, FACADES } from '#identity/access/model';
import { LABEL, newId, randomCharacters } from '#platform/model';
import { InvalidSlug } from './errors.js';

export { type Facade, FACADES };

const SLUG_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** 82 random bits, so that slugs of ended tenants are not used again. */
const SLUG_LENGTH = 16;

/** Properties that operators can change; undefined properties stay unchanged. */
export interface TenantTerms {
  name?: string;
  suspended?: boolean;
  /** Whether test control is enabled. */
  control?: boolean;
  facades?: Facade[];
}

export interface TemporaryTerms {
  parent: { id: string; currency: string };
  /** Default: the slug. */
  name?: string;
  expiresAt: Date;
  sharedLimit: number;
}

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
  /** Whether API keys and people cannot control the sandbox: worlds, clock, faults and journal. */
  controlDisabled: boolean;
  /** The facades that are switched on; null for all. Temporary tenants have those of their parent. */
  facades: Facade[] | null = null;
  /** The tenant that a temporary tenant belongs to. Temporary tenants are not listed. */
  parentId: string | null;
  /** Real time when a temporary tenant ends: it no longer exists for requests, and its data is removed. */
  expiresAt: Date | null;
  /** Maximum number of requests per minute of a parent and all its temporary tenants together; null for permanent tenants. */
  sharedLimit: number | null;

  /** @throws InvalidSlug */
  static create(given: { slug: string; name: string; currency: string; at: Date }): Tenant {
    if (!LABEL.test(given.slug)) throw new InvalidSlug(given.slug);
    const { at, ...facts } = given;
    const permanent = { suspendedAt: null, controlDisabled: false, parentId: null, expiresAt: null, sharedLimit: null };
    return Object.assign(new Tenant(), { id: newId('ten'), ...facts, createdAt: at, ...permanent });
  }

  static temporary({ parent, at, name, ...facts }: TemporaryTerms & { at: Date }): Tenant {
    const slug = `w-${randomCharacters(SLUG_CHARACTERS, SLUG_LENGTH)}`;
    const own = { id: newId('ten'), slug, name: name ?? slug, parentId: parent.id, currency: parent.currency };
    return Object.assign(new Tenant(), { ...own, ...facts, createdAt: at, suspendedAt: null, controlDisabled: false });
  }

  /** Suspending a suspended tenant keeps the first time. */
  change({ name, suspended, control, facades }: TenantTerms, at: Date): void {
    if (name !== undefined) this.name = name;
    if (suspended === true) this.suspendedAt ??= at;
    if (suspended === false) this.suspendedAt = null;
    if (control !== undefined) this.controlDisabled = !control;
    if (facades !== undefined) this.facades = FACADES.filter(facade => facades.includes(facade));
  }

  /** The properties that the audit log records. */
  facts() {
    const { slug, name, currency, suspendedAt, controlDisabled } = this;
    const facades = this.facades ?? FACADES;
    return { slug, name, currency, suspended: suspendedAt !== null, control: !controlDisabled, facades };
  }
}
