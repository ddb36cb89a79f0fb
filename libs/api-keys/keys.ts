import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import type { Scope } from '#identity/access';
import { type Actor, audit } from '#platform/security/audit';
import { ValidationFailed } from '#platform/model';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, notification, Notifications, NOTIFY, Statement } from '#platform/database';
import { Tenants } from '#tenancy';
import type { KeyView } from './contract.js';
import { ApiKey, type KeyChanges, type KeyReference, type KeyTerms } from './model/api-key.js';
import { KeyNotFound, MAX_KEYS, TooManyKeys } from './model/errors.js';
import { makeKeyValue } from './model/key-value.js';

/** Maximum number of revoked and expired keys in a list; their total number is not limited. */
const MAX_INACTIVE = 200;

/** Live orders must outlast a world, whose data is removed when it ends. */
const ONLY_SANDBOX = 'must be sandbox, because the tenant is a world';

const revokedByHash = new Statement<{ hash: string }, { hashes: string[] }>(
  'keys.revoked-by-hash',
  'SELECT hash FROM api_keys.keys WHERE hash = ANY(:hashes) AND revoked_at IS NOT NULL',
);

interface NewKey extends KeyTerms {
  tenant: string;
  scope: Scope;
  /** An existing value to use; default: a new one. */
  value?: string;
}

/** A new key with its value, which is not stored. */
export interface IssuedKey {
  key: ApiKey;
  value: string;
}

/** Manages API keys. Changes resolve when all processes have confirmed them, so that none accepts a revoked key afterwards. */
@Injectable()
export class Keys {
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly tenants: Tenants,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Returns all active keys and the newest inactive ones, oldest first.
   * @throws TenantNotFound
   */
  async list(slug: string): Promise<KeyView[]> {
    const { id } = await this.tenants.getBySlug(slug);
    const [now, repository] = [this.clock.now(), this.database.manager.getRepository(ApiKey)];
    const newest = { createdAt: 'DESC', id: 'DESC' } as const;
    const [active, inactive] = await Promise.all([
      repository.find({ where: activeOf(id, now), order: newest }),
      repository.find({ where: inactiveOf(id, now), order: newest, take: MAX_INACTIVE }),
    ]);
    return [...active, ...inactive]
      .sort((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1))
      .map(key => this.view(key));
  }

  view(key: ApiKey): KeyView {
    return {
      id: key.id,
      name: key.name,
      hint: `ny_${key.scope}_${key.start}…${key.end}`,
      scope: key.scope,
      permissions: key.permissions,
      limit: key.limit,
      status: key.status(this.clock.now()),
      created_at: key.createdAt.toISOString(),
      expires_at: key.expiresAt?.toISOString() ?? null,
      revoked_at: key.revokedAt?.toISOString() ?? null,
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      rolled_to: key.rolledTo,
    };
  }

  /** Returns the given hashes that belong to revoked keys, which the guard cannot distinguish from unknown keys. */
  async revokedAmong(hashes: string[]): Promise<ReadonlySet<string>> {
    if (hashes.length === 0) return new Set();
    return new Set((await revokedByHash.run(this.database, { hashes })).map(({ hash }) => hash));
  }

  /**
   * Creates a key for a tenant. Its value is returned only here.
   * @throws TenantNotFound · ValidationFailed · UnknownPermission · InvalidLimit · InvalidKeyValue · TooManyKeys
   */
  async issue(given: NewKey, by: Actor): Promise<IssuedKey> {
    const tenant = await this.tenants.getBySlug(given.tenant);
    if (tenant.parentId !== null && given.scope === 'live') throw ValidationFailed.of('scope', ONLY_SANDBOX);
    const value = given.value ?? makeKeyValue(given.scope);
    const limit = given.limit ?? this.settings.defaultRateLimit;
    const key = ApiKey.issue({ ...given, tenantId: tenant.id, value, limit, at: this.clock.now() });
    await this.database.transaction(tx => insert(tx, key, by));
    await this.notifications.confirmed();
    return { key, value };
  }

  /** Creates a sandbox key for a tenant that is created in the same transaction. */
  async issueIn(tx: EntityManager, given: { tenantId: string; name: string; limit: number }): Promise<IssuedKey> {
    const value = makeKeyValue('sandbox');
    const key = ApiKey.issue({ ...given, value, at: this.clock.now() });
    await tx.insert(ApiKey, key);
    return { key, value };
  }

  /**
   * Changes name, permissions, limit or expiry of a key in every process.
   * @throws KeyNotFound · UnknownPermission · InvalidLimit · KeyNotActive · ExpiryPassed
   */
  change(reference: KeyReference, changes: KeyChanges, by: Actor): Promise<ApiKey> {
    return this.update(reference, by, 'key.change', (key, at) => key.change(changes, at));
  }

  /**
   * Replaces a key by a new one with the same terms. The old key works for the hours of the overlap.
   * @throws KeyNotFound · KeyNotActive · TooManyKeys
   */
  async roll(reference: KeyReference, overlapHours: number, by: Actor): Promise<IssuedKey> {
    let created: IssuedKey | undefined;
    await this.update(reference, by, 'key.roll', (old, at) => {
      const value = makeKeyValue(old.scope);
      created = { key: old.roll({ value, overlapHours, at }), value };
      return created.key;
    });
    return created!;
  }

  /**
   * Revokes a key permanently. Afterwards, every process rejects it.
   * @throws KeyNotFound
   */
  revoke(reference: KeyReference, by: Actor): Promise<ApiKey> {
    return this.update(reference, by, 'key.revoke', (key, at) => key.revoke(at));
  }

  /** Loads, changes and saves a key, and adds the key that `work` returns, if any. Concurrent changes wait. */
  private async update(
    { id, tenantId }: KeyReference,
    by: Actor,
    action: string,
    work: (key: ApiKey, at: Date) => ApiKey | void,
  ): Promise<ApiKey> {
    const at = this.clock.now();
    const changed = await this.database.transaction(async tx => {
      const where = tenantId === undefined ? { id } : { id, tenantId };
      const key = await tx.findOne(ApiKey, { where, lock: { mode: 'pessimistic_write' } });
      if (!key) throw new KeyNotFound(id);
      const before = key.facts();
      const successor = work(key, at);
      await tx.save(ApiKey, key);
      await notify(tx, key);
      await audit(tx, by, { tenantId: key.tenantId, action, subject: id, before, after: key.facts() }, at);
      if (successor) await insert(tx, successor, by);
      return key;
    });
    await this.notifications.confirmed();
    return changed;
  }
}

const activeOf = (tenantId: string, now: Date) => [
  { tenantId, revokedAt: IsNull(), expiresAt: IsNull() },
  { tenantId, revokedAt: IsNull(), expiresAt: MoreThan(now) },
];

const inactiveOf = (tenantId: string, now: Date) => [
  { tenantId, revokedAt: Not(IsNull()) },
  { tenantId, expiresAt: LessThanOrEqual(now) },
];

/** Concurrent calls of a tenant wait for each other, so that they cannot exceed the maximum. */
async function insert(tx: EntityManager, key: ApiKey, by: Actor): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('api_keys.keys'), hashtext($1))`, [key.tenantId]);
  const active = await tx.countBy(ApiKey, activeOf(key.tenantId, key.createdAt));
  if (active >= MAX_KEYS) throw new TooManyKeys();
  await tx.insert(ApiKey, key);
  await notify(tx, key);
  const change = { tenantId: key.tenantId, action: 'key.create', subject: key.id, after: key.facts() };
  await audit(tx, by, change, key.createdAt);
}

const notify = (tx: EntityManager, key: ApiKey) => tx.query(NOTIFY, notification('key', key.hash));
