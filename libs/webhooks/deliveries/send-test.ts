import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { newId } from '#platform/ids';
import { testBody } from '../message.js';
import { TEST_EVENT } from '../model/delivery.js';
import { ReceiverOff } from '../model/errors.js';
import { recordTestSend } from '../storage/events.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';

/**
 * Sends one receiver a message that says it is a test, signed like any other, once. Gives the id of the delivery.
 * @throws ReceiverNotFound · ReceiverOff
 */
@Injectable()
export class SendTest {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(tenant: { id: string; slug: string }, receiverId: string, by: Actor): Promise<string> {
    const receiver = await this.receivers.get(tenant.id, receiverId);
    if (receiver.state !== 'on') throw new ReceiverOff(receiver.id, receiver.offReason);
    const occurredAt = this.clock.now();
    const body = testBody(receiver, tenant.slug, occurredAt);
    const event = { id: newId('evt'), tenantId: tenant.id, type: TEST_EVENT, occurredAt, body };
    return this.database.transaction(async tx => {
      const delivery = await recordTestSend(tx, receiver.id, event);
      const change = { tenantId: tenant.id, action: 'receiver.test', subject: receiver.id, after: { delivery } };
      await audit(tx, by, change, occurredAt);
      return delivery;
    });
  }
}
