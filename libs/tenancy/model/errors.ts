import { conflict, invalid } from '#platform/model';

export class InvalidSlug extends invalid({ code: 'INVALID_SLUG', description: 'The slug is not valid.' }) {
  constructor(slug: string) {
    super(`"${slug}" is not a valid tenant slug; use 1 to 63 lower-case letters, digits and inner hyphens.`);
  }
}

export class InvalidHost extends invalid({ code: 'INVALID_HOST', description: 'The host name is not valid.' }) {
  constructor(host: string) {
    super(`"${host}" is not a valid host name; use a name like shop.example.com, without a scheme or a port.`);
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
