import { conflict, invalid, notFound } from '#platform/model';

export const MAX_HOSTS = 10;

export class InvalidSlug extends invalid({
  code: 'INVALID_SLUG',
  description: 'The slug is not valid.',
  reproduce: 'Create a tenant with the slug `My Shop`.',
  message: (slug: string) =>
    `"${slug}" is not a valid tenant slug; use 1 to 63 lower-case letters, digits and inner hyphens.`,
}) {}

export class InvalidHost extends invalid({
  code: 'INVALID_HOST',
  description: 'The host name is invalid or reserved.',
  reproduce: 'Add the host `my shop` to a tenant.',
}) {
  /** @param problem why, as a sentence */
  constructor(host: string, problem: string) {
    super(`A tenant cannot have the host "${host}". ${problem}`);
  }
}

export class TenantExists extends conflict({
  code: 'TENANT_EXISTS',
  description: 'The slug or the host name is already used by another tenant.',
  reproduce: 'Create two tenants with the same slug.',
}) {
  /** @param property the property that is in use, with its value */
  constructor(property: string) {
    super(`Another tenant already has ${property}.`);
  }
}

export class HostNotFound extends notFound({
  code: 'HOST_NOT_FOUND',
  description: 'The tenant does not have the host.',
  reproduce: 'Verify a host that the tenant does not have.',
  message: (host: string) => `The tenant does not have the host "${host}".`,
}) {}

export class HostExists extends conflict({
  code: 'HOST_EXISTS',
  description: 'The tenant already has the host.',
  reproduce: 'Add the same host to a tenant twice.',
  message: (host: string) => `The tenant already has the host ${host}.`,
}) {}

export class HostTaken extends conflict({
  code: 'HOST_TAKEN',
  description: 'Another tenant has verified the host.',
  advice: 'Publish the TXT record of the host, or remove it from the other tenant first.',
  reproduce: 'Add a host to two tenants, and verify it for both.',
  message: (host: string) =>
    `Another tenant has verified ${host}. Publish the TXT record, which takes it over, or remove it from the other tenant first.`,
}) {}

export class TooManyHosts extends conflict({
  code: 'TOO_MANY_HOSTS',
  description: `The tenant already has ${MAX_HOSTS} hosts.`,
  advice: 'Remove one that is no longer needed.',
  reproduce: `Add ${MAX_HOSTS + 1} hosts to one tenant.`,
}) {}
