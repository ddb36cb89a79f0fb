import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { newId } from '#platform/security/ids';
import { TenantClocks } from '#tenancy';
import { WebhookTest } from '../events/webhook-test.js';
import { ReceiverOff } from '../model/errors.js';
import { announceDue } from '../storage/due.js';
import { recordTest } from '../storage/deliveries.js';
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
    private readonly clocks: TenantClocks,
  ) {}

  async execute(tenant: { id: string; slug: string }, receiverId: string, actor: Actor): Promise<string> {
    const receiver = await this.receivers.get(tenant.id, receiverId);
    if (receiver.state !== 'on') throw new ReceiverOff(receiver.id, receiver.offReason);
    const now = this.clock.now();
    const [event, delivery] = [newId('evt'), newId('dlv')];
    const { message } = WebhookTest.definition.example;
    return this.database.transaction(async tx => {
      const occurred_at = await this.clocks.hold(tx, tenant.id);
      const subject = { tenant: tenant.id, slug: tenant.slug, receiver: receiver.id };
      await recordTest.run(tx, { event, delivery, ...subject, message, now, occurred_at });
      await announceDue(tx, receiver.id, now);
      const change = { tenantId: tenant.id, action: 'receiver.test', subject: receiver.id, after: { delivery } };
      await audit(tx, actor, change, now);
      return delivery;
    });
  }
}
