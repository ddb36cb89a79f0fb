import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { DeliveryNotFound, DeliveryUnderWay, ReceiverOff } from '../model/errors.js';
import { announceDue } from '../storage/due.js';
import { findDelivery, resendDelivery } from '../storage/deliveries.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';

/**
 * Sends a delivery again immediately. A pending delivery keeps its place in the retry schedule, a failed or skipped one
 * starts the schedule again, and a delivered one is sent once without retries.
 * @throws DeliveryNotFound · ReceiverNotFound · ReceiverOff · DeliveryUnderWay
 */
@Injectable()
export class Resend {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(tenantId: string, id: string, actor: Actor): Promise<void> {
    const now = this.clock.now();
    const delivery = await findDelivery.first(this.database, { tenant: tenantId, id, now });
    if (!delivery) throw new DeliveryNotFound(id);
    const receiver = await this.receivers.get(tenantId, delivery.receiver_id);
    if (receiver.state !== 'on') throw new ReceiverOff(receiver.id, receiver.offReason);
    await this.database.transaction(async tx => {
      if (!(await resendDelivery.first(tx, { tenant: tenantId, id, now }))) throw new DeliveryUnderWay(id);
      await announceDue(tx, receiver.id, now);
      const change = { tenantId, action: 'delivery.resend', subject: id, before: { state: delivery.state } };
      await audit(tx, actor, change, now);
    });
  }
}
