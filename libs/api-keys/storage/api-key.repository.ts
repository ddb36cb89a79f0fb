import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, audit, notification, NOTIFY } from '#platform';
import { ApiKey, KeyNotFound, type WhichKey } from '../model/api-key.js';

/** Every change tells all processes at its commit: a key that was revoked is refused within a second. */
@Injectable()
export class ApiKeyRepository {
  constructor(private readonly dataSource: DataSource) {}

  listOf(tenantId: string): Promise<ApiKey[]> {
    return this.dataSource.getRepository(ApiKey).find({ where: { tenantId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async add(key: ApiKey, by: Actor): Promise<void> {
    await this.dataSource.transaction(tx => insert(tx, key, by));
  }

  /**
   * Loads, changes and writes one key, and adds another if `work` gives one; whoever changes it at the same time waits.
   * @throws KeyNotFound
   */
  change(
    { id, tenantId }: WhichKey,
    by: Actor,
    { action, at }: { action: string; at: Date },
    work: (key: ApiKey) => ApiKey | void,
  ): Promise<ApiKey> {
    return this.dataSource.transaction(async tx => {
      const where = tenantId === undefined ? { id } : { id, tenantId };
      const key = await tx.findOne(ApiKey, { where, lock: { mode: 'pessimistic_write' } });
      if (!key) throw new KeyNotFound(id);
      const before = key.facts();
      const another = work(key);
      await tx.save(ApiKey, key);
      await tell(tx, key);
      await audit(tx, by, { tenantId: key.tenantId, action, subject: id, before, after: key.facts() }, at);
      if (another) await insert(tx, another, by);
      return key;
    });
  }
}

async function insert(tx: EntityManager, key: ApiKey, by: Actor): Promise<void> {
  await tx.insert(ApiKey, key);
  await tell(tx, key);
  const change = { tenantId: key.tenantId, action: 'key.create', subject: key.id, after: key.facts() };
  await audit(tx, by, change, key.createdAt);
}

const tell = (tx: EntityManager, key: ApiKey) => tx.query(NOTIFY, notification('key', key.hash));
