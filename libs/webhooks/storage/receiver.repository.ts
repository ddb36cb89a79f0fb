import { Injectable } from '@nestjs/common';
import { type EntityManager, Not } from 'typeorm';
import { Database } from '#platform/database';
import { type Actor, audit } from '#platform/security/audit';
import { ReceiverNotFound, TooManyReceivers } from '../model/errors.js';
import { Receiver } from '../model/receiver.js';
import { addCursor } from './due.js';
import type { SecretRow } from './secrets.js';
import { insertSecret } from './secrets.js';

@Injectable()
export class ReceiverRepository {
  constructor(private readonly database: Database) {}

  /** @throws ReceiverNotFound */
  async get(tenantId: string, id: string): Promise<Receiver> {
    const found = await this.database.manager.getRepository(Receiver).findOneBy({ tenantId, id, state: Not('removed') });
    if (!found) throw new ReceiverNotFound(id);
    return found;
  }

  /**
   * Adds a receiver. The lock serializes concurrent calls of a tenant, so that they cannot exceed the maximum.
   * @throws TooManyReceivers
   */
  async add(receiver: Receiver, secret: SecretRow, { max, by }: { max: number; by?: Actor }): Promise<void> {
    await this.database.transaction(async tx => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('webhooks.receivers'), hashtext($1))`, [receiver.tenantId]);
      const count = await tx.countBy(Receiver, { tenantId: receiver.tenantId, state: Not('removed') });
      if (count >= max) throw new TooManyReceivers();
      await tx.insert(Receiver, receiver);
      await addCursor(tx, receiver.id, receiver.createdAt);
      await insertSecret(tx, secret);
      const { id, tenantId, createdAt } = receiver;
      const change = { tenantId, action: 'receiver.create', subject: id, after: receiver.facts() };
      if (by) await audit(tx, by, change, createdAt);
    });
  }

  /**
   * Loads, changes and saves a receiver. Concurrent changes wait.
   * @throws ReceiverNotFound
   */
  change(
    tenantId: string,
    id: string,
    by: Actor | undefined,
    { action, at }: { action: string; at: Date },
    work: (receiver: Receiver, tx: EntityManager) => void | Promise<void>,
  ): Promise<Receiver> {
    return this.database.transaction(async tx => {
      const where = { tenantId, id, state: Not('removed') as never };
      const receiver = await tx.findOne(Receiver, { where, lock: { mode: 'pessimistic_write' } });
      if (!receiver) throw new ReceiverNotFound(id);
      const before = receiver.facts();
      await work(receiver, tx);
      await tx.save(Receiver, receiver);
      if (by) await audit(tx, by, { tenantId, action, subject: id, before, after: receiver.facts() }, at);
      return receiver;
    });
  }
}
