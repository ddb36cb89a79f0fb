import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { DeliveryNotFound, DeliveryUnderWay, ReceiverOff } from '../model/errors.js';
import { findDelivery, sendAgain } from '../storage/deliveries.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';

/**
 * Sends a delivery once more, now, whatever became of it. One that waits for its next attempt keeps its place in the
 * schedule; one that was given up or set aside starts the schedule anew; one that was delivered is tried once.
 * @throws DeliveryNotFound · ReceiverNotFound · ReceiverOff · DeliveryUnderWay
 */
@Injectable()
export class Resend {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(tenantId: string, id: string, by: Actor): Promise<void> {
    const delivery = await findDelivery(this.database, tenantId, id, this.clock.now());
    if (!delivery) throw new DeliveryNotFound(id);
    const receiver = await this.receivers.get(tenantId, delivery.receiverId);
    if (receiver.state !== 'on') throw new ReceiverOff(receiver.id, receiver.offReason);
    const now = this.clock.now();
    await this.database.transaction(async tx => {
      if (!(await sendAgain(tx, tenantId, id, now))) throw new DeliveryUnderWay(id);
      await audit(tx, by, { tenantId, action: 'delivery.resend', subject: id, before: { state: delivery.state } }, now);
    });
  }
}
