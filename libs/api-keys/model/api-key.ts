import { validatePermissions, defaultPermissions, type Scope } from '#identity/access/model';
import { hashOfSecret, hintOfSecret, newId } from '#platform/model';
import { ExpiryPassed, InvalidKeyValue, InvalidLimit, KeyNotActive, MAX_LIMIT } from './errors.js';
import { isWellFormed, scopeOfKey } from './key-value.js';

/** A change of a key; undefined properties stay unchanged. */
export interface KeyChanges extends Pick<KeyTerms, 'name' | 'permissions' | 'limit'> {
  /** Null: the key does not expire. */
  expiresAt?: Date | null | undefined;
}

export interface KeyTerms {
  name?: string;
  permissions?: string[];
  /** Requests per minute. */
  limit?: number;
  expiresAt?: Date;
}

/** Identifies a key. With `tenantId`, keys of other tenants are not found. */
export interface KeyReference {
  id: string;
  tenantId?: string;
}

const HOUR_MS = 3_600_000;

/** An API key of a tenant. Only a hash of its value is stored. */
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
  revokedAt: Date | null = null;
  /** At most a minute late. */
  lastUsedAt: Date | null = null;
  /** ID of the key that replaces this one. */
  rolledTo: string | null = null;

  /** @throws UnknownPermission · InvalidLimit · InvalidKeyValue */
  static issue(given: KeyTerms & { tenantId: string; value: string; limit: number; at: Date }): ApiKey {
    if (!isWellFormed(given.value)) throw new InvalidKeyValue();
    const scope = scopeOfKey(given.value);
    const key = Object.assign(new ApiKey(), {
      id: newId('key'),
      tenantId: given.tenantId,
      name: given.name ?? `${scope} key`,
      hash: hashOfSecret(given.value),
      ...hintOfSecret(given.value),
      scope,
      createdAt: given.at,
      expiresAt: given.expiresAt ?? null,
    });
    key.change({ permissions: given.permissions ?? defaultPermissions(scope), limit: given.limit }, given.at);
    return key;
  }

  /** @throws UnknownPermission · InvalidLimit · KeyNotActive · ExpiryPassed */
  change({ name, permissions, limit, expiresAt }: KeyChanges, at: Date): void {
    if (name !== undefined) this.name = name;
    if (permissions) this.permissions = validatePermissions(this.scope, permissions);
    if (limit !== undefined) this.limit = checkLimit(limit);
    if (expiresAt !== undefined) this.expireAt(expiresAt, at);
  }

  /** Refuses to extend a key that has ended. */
  private expireAt(expiresAt: Date | null, at: Date): void {
    if (this.status(at) !== 'active') throw new KeyNotActive(this.id);
    if (expiresAt && expiresAt <= at) throw new ExpiryPassed();
    this.expiresAt = expiresAt;
  }

  /**
   * Creates a successor with the same terms. This key expires after the overlap, or at its own expiry if that is earlier.
   * @throws KeyNotActive
   */
  roll({ value, overlapHours, at }: { value: string; overlapHours: number; at: Date }): ApiKey {
    const { tenantId, name, permissions, limit } = this;
    if (this.status(at) !== 'active' || this.rolledTo) throw new KeyNotActive(this.id);
    const expiresAt = this.expiresAt ?? undefined;
    const successor = ApiKey.issue({ tenantId, name, permissions, limit, expiresAt, value, at });
    const end = new Date(at.getTime() + overlapHours * HOUR_MS);
    this.expiresAt = expiresAt && expiresAt < end ? expiresAt : end;
    this.rolledTo = successor.id;
    return successor;
  }

  /** Keeps the time of the first call. */
  revoke(at: Date): void {
    this.revokedAt ??= at;
  }

  status(at: Date): 'active' | 'expired' | 'revoked' {
    if (this.revokedAt) return 'revoked';
    return this.expiresAt && this.expiresAt <= at ? 'expired' : 'active';
  }

  /** The properties that the audit log records. */
  facts() {
    const { name, scope, permissions, limit, expiresAt, revokedAt, rolledTo } = this;
    const terms = { name, scope, permissions: [...permissions], limit };
    return { ...terms, expires_at: expiresAt, revoked_at: revokedAt, rolled_to: rolledTo };
  }
}

function checkLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new InvalidLimit();
}
