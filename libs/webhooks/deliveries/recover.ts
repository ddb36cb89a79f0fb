import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import type { RecoveryView } from '../contract.js';
import { InvalidSince, ReceiverOff, RecoveryNotFound } from '../model/errors.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';
import { beginRecovery, findRecovery } from '../storage/recoveries.js';

/**
 * Starts sending all deliveries of a receiver since a time again that failed, were skipped, or wait for a retry, which the
 * worker does in steps. If a recovery is already running, it is returned.
 */
@Injectable()
export class Recover {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws ReceiverNotFound · ReceiverOff · InvalidSince */
  async execute(tenantId: string, receiverId: string, since: Date, actor: Actor): Promise<RecoveryView> {
    const now = this.clock.now();
    if (!(since < now)) throw new InvalidSince();
    const receiver = await this.receivers.get(tenantId, receiverId);
    if (receiver.state !== 'on') throw new ReceiverOff(receiver.id, receiver.offReason);
    return this.database.transaction(async tx => {
      const { begun, row } = await beginRecovery(tx, receiver, since, now);
      const change = { tenantId, action: 'receiver.recover', subject: receiver.id };
      if (begun) await audit(tx, actor, { ...change, after: { recovery: row.id, since, deliveries: row.total } }, now);
      return row;
    });
  }

  /** @throws RecoveryNotFound */
  async progress(tenantId: string, id: string): Promise<RecoveryView> {
    const found = await findRecovery.first(this.database, { tenant: tenantId, id });
    if (!found) throw new RecoveryNotFound(id);
    return found;
  }
}
