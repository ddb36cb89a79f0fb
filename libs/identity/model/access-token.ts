import { hashOfSecret, hintOfSecret, isSecretValue, makeSecretValue, newId } from '#platform/model';
import type { Role } from './person.js';

export const TOKEN_PREFIX = 'ny_pat_';
export const DEFAULT_TOKEN_DAYS = 90;
export const MAX_TOKEN_DAYS = 365;

const DAY_MS = 86_400_000;

export const makeTokenValue = (): string => makeSecretValue(TOKEN_PREFIX);

export const isTokenValue = (value: string): boolean => isSecretValue(value, TOKEN_PREFIX);

/** A token with which scripts call the portal API as a person. Only a hash of its value is stored. */
export class AccessToken {
  id: string;
  personId: string;
  name: string;
  hash: string;
  /** First and last characters of the random part, to tell tokens apart. */
  start: string;
  end: string;
  /** The tenants that the token is limited to; null for all tenants of the person. */
  tenantIds: string[] | null;
  /** Whether it can send GET and HEAD requests only. */
  readOnly: boolean;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null = null;
  /** At most a minute late. */
  lastUsedAt: Date | null = null;

  static issue(given: {
    personId: string;
    name: string;
    value: string;
    tenantIds: string[] | null;
    readOnly: boolean;
    days: number;
    at: Date;
  }): AccessToken {
    const { value, days, at, ...facts } = given;
    return Object.assign(new AccessToken(), facts, {
      id: newId('pat'),
      hash: hashOfSecret(value),
      ...hintOfSecret(value),
      createdAt: at,
      expiresAt: new Date(at.getTime() + days * DAY_MS),
    });
  }

  /** Keeps the time of the first call. */
  revoke(at: Date): void {
    this.revokedAt ??= at;
  }

  status(at: Date): 'active' | 'expired' | 'revoked' {
    if (this.revokedAt) return 'revoked';
    return this.expiresAt <= at ? 'expired' : 'active';
  }

  /** The properties that the audit log records. */
  facts() {
    const { name, tenantIds, readOnly, expiresAt, revokedAt } = this;
    return { name, tenants: tenantIds, read_only: readOnly, expires_at: expiresAt, revoked_at: revokedAt };
  }
}

/**
 * The tenants that a session or token can access: those of its person, limited to those of the token; undefined for all.
 * The role is read with each request, so that a token never has more access than its person.
 */
export function tenantsOf(person: {
  role: Role;
  tenantIds: readonly string[];
  limitedTo: readonly string[] | null;
}): readonly string[] | undefined {
  const own = person.role === 'operator' ? undefined : person.tenantIds;
  if (person.limitedTo === null) return own;
  return own ? own.filter(id => person.limitedTo!.includes(id)) : person.limitedTo;
}
