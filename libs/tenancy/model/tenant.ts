import { Conflict, Invalid, newId, NotFound, SLUG } from '#platform/model';

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

  /** @throws InvalidSlug */
  static open(given: { slug: string; name: string; currency: string; host: string | null; at: Date }): Tenant {
    if (!SLUG.test(given.slug)) throw new InvalidSlug(given.slug);
    const { at, ...facts } = given;
    return Object.assign(new Tenant(), { id: newId('ten'), ...facts, createdAt: at });
  }
}

class InvalidSlug extends Invalid {
  constructor(slug: string) {
    super('INVALID_SLUG', `"${slug}" is no tenant slug: use 1 to 63 lower-case letters, digits and inner hyphens.`);
  }
}

export class TenantExists extends Conflict {
  constructor(what: string) {
    super('TENANT_EXISTS', `There is a tenant with ${what} already.`);
  }
}

export class TenantNotFound extends NotFound {
  constructor(slug: string) {
    super('TENANT_NOT_FOUND', `There is no tenant "${slug}"; \`tenants list\` shows those that exist.`);
  }
}
