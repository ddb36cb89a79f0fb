import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { newId } from '#platform/ids';
import { WebhookTest } from '../events/webhook-test.js';
import { ReceiverOff } from '../model/errors.js';
import { recordTestEvent } from '../storage/events.js';
import { ReceiverRepository } from '../storage/receiver.repository.js';

/**
 * Sends a test event to one receiver and returns the ID of its delivery.
 * @throws ReceiverNotFound · ReceiverOff
 */
@Injectable()
export class SendTest {
  constructor(
    private readonly receivers: ReceiverRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(tenant: { id: string; slug: string }, receiverId: string, actor: Actor): Promise<string> {
    const receiver = await this.receivers.get(tenant.id, receiverId);
    if (receiver.state !== 'on') throw new ReceiverOff(receiver.id, receiver.offReason);
    const occurredAt = this.clock.now();
    const message = 'This is a test; nothing was registered.';
    const body = WebhookTest.messageOf({ receiver_id: receiver.id, message, tenant: tenant.slug }, occurredAt);
    const event = { id: newId('evt'), tenantId: tenant.id, type: WebhookTest.type, occurredAt, body };
    return this.database.transaction(async tx => {
      const delivery = await recordTestEvent(tx, receiver.id, event);
      const change = { tenantId: tenant.id, action: 'receiver.test', subject: receiver.id, after: { delivery } };
      await audit(tx, actor, change, occurredAt);
      return delivery;
    });
  }
}
