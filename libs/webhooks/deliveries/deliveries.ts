import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, notification, NOTIFY } from '#platform/database';
import { UsageError } from '#platform/http/errors';
import { newId } from '#platform/security/ids';
import { TenantClocks } from '#tenancy';
import type { RecoveryView } from '../contract.js';
import { WebhookTest } from '../events/webhook-test.js';
import { DeliveryNotFound, DeliveryUnderWay, InvalidSince, RecoveryNotFound } from '../model/errors.js';
import { Receivers } from '../receivers/receivers.js';
import { findDelivery, recordResent, recordTest, resendDelivery } from '../storage/deliveries.js';
import { announceDue } from '../storage/due.js';
import { holdReceivers } from '../storage/leases.js';
import { NEW_EVENTS } from '../topics.js';
import { beginRecovery, findRecovery } from '../storage/recoveries.js';

const POLL_MS = 100;

/** Longer than an attempt and the lease of a worker that was killed. */
const MAX_HOLD_MS = 120_000;

/** Changes that people make to deliveries. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly receivers: Receivers,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly clocks: TenantClocks,
  ) {}

  /**
   * Sends a delivery again immediately. A pending delivery keeps its step of the retry schedule, a failed or skipped one
   * starts the schedule again, and a delivered one is sent once without retries. Followers of the log get the event again, too.
   * @throws DeliveryNotFound · ReceiverNotFound · ReceiverOff · DeliveryUnderWay
   */
  async resend(tenantId: string, id: string, by: Actor): Promise<void> {
    const now = this.clock.now();
    const delivery = await findDelivery.first(this.database, { tenant: tenantId, id, now });
    if (!delivery) throw new DeliveryNotFound(id);
    const receiver = await this.receivers.getOn(tenantId, delivery.receiver_id);
    await this.database.transaction(async tx => {
      if (!(await resendDelivery.first(tx, { tenant: tenantId, id, now }))) throw new DeliveryUnderWay(id);
      await announceDue(tx, receiver.id, now);
      await recordResent.run(tx, { tenant: tenantId, delivery: id, copy: newId('evt'), now });
      await tx.query(NOTIFY, notification(NEW_EVENTS, tenantId));
      const change = { tenantId, action: 'delivery.resend', subject: id, before: { state: delivery.state } };
      await audit(tx, by, change, now);
    });
  }

  /**
   * Sends a test event to one receiver and returns the ID of its delivery.
   * @throws ReceiverNotFound · ReceiverOff
   */
  async sendTest(tenant: { id: string; slug: string }, receiverId: string, by: Actor): Promise<string> {
    const receiver = await this.receivers.getOn(tenant.id, receiverId);
    const now = this.clock.now();
    const [event, delivery] = [newId('evt'), newId('dlv')];
    const { message } = WebhookTest.definition.example;
    return this.database.transaction(async tx => {
      const occurred_at = await this.clocks.lockAndRead(tx, tenant.id);
      const subject = { tenant: tenant.id, slug: tenant.slug, receiver: receiver.id };
      await recordTest.run(tx, { event, delivery, ...subject, message, now, occurred_at });
      await announceDue(tx, receiver.id, now);
      const change = { tenantId: tenant.id, action: 'receiver.test', subject: receiver.id, after: { delivery } };
      await audit(tx, by, change, now);
      return delivery;
    });
  }

  /**
   * Starts a recovery, or returns the one that is already running. In steps, the worker sends all deliveries of a
   * receiver since a time again that failed, were skipped, or wait for a retry.
   * @throws ReceiverNotFound · ReceiverOff · InvalidSince
   */
  async recover(tenantId: string, receiverId: string, since: Date, by: Actor): Promise<RecoveryView> {
    const now = this.clock.now();
    if (!(since < now)) throw new InvalidSince();
    const receiver = await this.receivers.getOn(tenantId, receiverId);
    return this.database.transaction(async tx => {
      const { begun, row } = await beginRecovery(tx, receiver, since, now);
      const change = { tenantId, action: 'receiver.recover', subject: receiver.id };
      if (begun) await audit(tx, by, { ...change, after: { recovery: row.id, since, deliveries: row.total } }, now);
      return row;
    });
  }

  /** @throws RecoveryNotFound */
  async recovery(tenantId: string, id: string): Promise<RecoveryView> {
    const found = await findRecovery.first(this.database, { tenant: tenantId, id });
    if (!found) throw new RecoveryNotFound(id);
    return found;
  }

  /**
   * Stops the deliveries of suspended tenants, so that another installation can continue them, and waits until no attempt is
   * running. They continue when the tenants are resumed.
   * @throws UsageError when attempts do not end in time
   * @throws AbortError when `signal` is aborted
   */
  async hold(tenants: string[], signal: AbortSignal): Promise<void> {
    for (const end = performance.now() + MAX_HOLD_MS; ; await sleep(POLL_MS, undefined, { signal })) {
      const state = await holdReceivers.first(this.database, { tenants, now: this.clock.now() });
      if (!state!.isBusy) return;
      if (performance.now() > end)
        throw new UsageError('Deliveries of the tenant are still running. Check the workers, and repeat the command.');
    }
  }
}
