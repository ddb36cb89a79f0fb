import { conflict, invalid } from '#platform/model';

export class InvalidSlug extends invalid({ code: 'INVALID_SLUG', description: 'The slug is not valid.' }) {
  constructor(slug: string) {
    super(`"${slug}" is not a valid tenant slug; use 1 to 63 lower-case letters, digits and inner hyphens.`);
  }
}

export class InvalidHost extends invalid({
  code: 'INVALID_HOST',
  description: 'The host name is not valid, or tenants cannot have it.',
}) {
  /** @param problem why, as a sentence */
  constructor(host: string, problem: string) {
    super(`A tenant cannot have the host "${host}". ${problem}`);
  }
}

export class TenantExists extends conflict({
  code: 'TENANT_EXISTS',
  description: 'The slug or the host name is already used by another tenant.',
}) {
  /** @param property the property that is in use, with its value */
  constructor(property: string) {
    super(`Another tenant already has ${property}.`);
  }
}
