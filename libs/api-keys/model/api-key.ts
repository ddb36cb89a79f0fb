import { Invalid, newId, NotFound } from '#platform/model';
import { hashOf, hintOf, isWellFormed, scopeOf } from './key-value.js';
import { checkPermissions, defaultPermissions, type Scope } from './permissions.js';

export interface KeyTerms {
  name?: string;
  permissions?: string[];
  /** Requests a minute. */
  limit?: number;
  expiresAt?: Date;
}

export const MOST_REQUESTS = 1_000_000;

/** A key of a tenant. Its value is known to whoever holds it and to nobody else. */
export class ApiKey {
  id: string;
  tenantId: string;
  name: string;
  hash: string;
  start: string;
  end: string;
  scope: Scope;
  permissions: string[];
  limit: number;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;

  /** @throws UnknownPermission · InvalidLimit · InvalidKeyValue */
  static issue(given: KeyTerms & { tenantId: string; value: string; limit: number; at: Date }): ApiKey {
    if (!isWellFormed(given.value)) throw new InvalidKeyValue();
    const scope = scopeOf(given.value);
    const key = Object.assign(new ApiKey(), {
      id: newId('key'),
      tenantId: given.tenantId,
      name: given.name ?? `${scope} key`,
      hash: hashOf(given.value),
      ...hintOf(given.value),
      scope,
      createdAt: given.at,
      expiresAt: given.expiresAt ?? null,
      revokedAt: null,
    });
    key.change({ permissions: given.permissions ?? defaultPermissions(scope), limit: given.limit });
    return key;
  }

  change({ permissions, limit }: Pick<KeyTerms, 'permissions' | 'limit'>): void {
    if (permissions) this.permissions = checkPermissions(this.scope, permissions);
    if (limit !== undefined) this.limit = checkLimit(limit);
  }

  /** Revoking twice is revoking once: the first time stands. */
  revoke(at: Date): void {
    this.revokedAt ??= at;
  }

  status(at: Date): 'active' | 'expired' | 'revoked' {
    if (this.revokedAt) return 'revoked';
    return this.expiresAt && this.expiresAt <= at ? 'expired' : 'active';
  }

  /** What the audit log keeps; neither the value nor its hash. */
  facts() {
    const { name, scope, permissions, limit, expiresAt, revokedAt } = this;
    return { name, scope, permissions: [...permissions], limit, expires_at: expiresAt, revoked_at: revokedAt };
  }
}

function checkLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_REQUESTS) return limit;
  throw new Invalid('INVALID_LIMIT', `A limit is a whole number of requests a minute from 1 to ${MOST_REQUESTS}.`);
}

class InvalidKeyValue extends Invalid {
  constructor() {
    super('INVALID_KEY', 'This is no key: it takes ny_sandbox_ or ny_live_, 32 random characters and their checksum.');
  }
}

export class KeyNotFound extends NotFound {
  constructor(id: string) {
    super('KEY_NOT_FOUND', `There is no key "${id}"; \`keys list --tenant SLUG\` shows those that exist.`);
  }
}
