import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { type Actor, audit } from '#platform/security/audit';
import { notification, Notifications, NOTIFY } from '#platform/database';
import { ApiKey, type KeyReference } from '../model/api-key.js';
import { KeyNotFound, MAX_KEYS, TooManyKeys } from '../model/errors.js';

/** Maximum number of revoked and expired keys in a list; their total number is not limited. */
const MAX_INACTIVE = 200;

const activeOf = (tenantId: string, now: Date) => [
  { tenantId, revokedAt: IsNull(), expiresAt: IsNull() },
  { tenantId, revokedAt: IsNull(), expiresAt: MoreThan(now) },
];

const inactiveOf = (tenantId: string, now: Date) => [
  { tenantId, revokedAt: Not(IsNull()) },
  { tenantId, expiresAt: LessThanOrEqual(now) },
];

/** A change ends when all processes have confirmed it, so that none accepts a revoked key afterwards. */
@Injectable()
export class ApiKeyRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  /** Returns all active keys and the newest inactive ones, oldest first. */
  async listOf(tenantId: string, now: Date): Promise<ApiKey[]> {
    const keys = this.dataSource.getRepository(ApiKey);
    const newest = { createdAt: 'DESC', id: 'DESC' } as const;
    const [active, inactive] = await Promise.all([
      keys.find({ where: activeOf(tenantId, now), order: newest }),
      keys.find({ where: inactiveOf(tenantId, now), order: newest, take: MAX_INACTIVE }),
    ]);
    return [...active, ...inactive].sort((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
  }

  /** @throws TooManyKeys */
  async add(key: ApiKey, by: Actor): Promise<void> {
    await this.dataSource.transaction(tx => insert(tx, key, by));
    await this.notifications.confirmed();
  }

  /**
   * Loads, changes and saves a key, and adds the key that `work` returns, if any. Concurrent changes wait.
   * @throws KeyNotFound · TooManyKeys
   */
  async change(
    { id, tenantId }: KeyReference,
    by: Actor,
    { action, at }: { action: string; at: Date },
    work: (key: ApiKey) => ApiKey | void,
  ): Promise<ApiKey> {
    const changed = await this.dataSource.transaction(async tx => {
      const where = tenantId === undefined ? { id } : { id, tenantId };
      const key = await tx.findOne(ApiKey, { where, lock: { mode: 'pessimistic_write' } });
      if (!key) throw new KeyNotFound(id);
      const before = key.facts();
      const another = work(key);
      await tx.save(ApiKey, key);
      await notify(tx, key);
      await audit(tx, by, { tenantId: key.tenantId, action, subject: id, before, after: key.facts() }, at);
      if (another) await insert(tx, another, by);
      return key;
    });
    await this.notifications.confirmed();
    return changed;
  }
}

/** The lock serializes concurrent calls of a tenant, so that they cannot exceed the maximum. */
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
