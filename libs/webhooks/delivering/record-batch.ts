import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database, isDatabaseUnavailable } from '#platform/database';
import { Metrics } from '#platform/http';
import { LOGGER, type Logger } from '#platform/observability/log';
import { type Actor, audit } from '#platform/security/audit';
import type { DeliveryChange } from '../model/delivery.js';
import { type Health, healthAfter, type SwitchOffReason, switchOffReason } from '../model/health.js';
import { hasHeldDeliveriesAfter, type Lease } from '../storage/leases.js';
import { type BatchResult, recordBatch, recordLate, releaseHeld, releaseWaiting } from '../storage/recording.js';
import { switchOff } from '../storage/receivers.js';
import type { SentBatch } from './send-batch.js';

/** How long results are kept while PostgreSQL is unavailable. Afterwards the events are sent again. */
const MAX_RETRY_MS = 60_000;
const RETRY_INTERVAL_MS = 500;

/** `MAX_RETRY_MS` at shutdown, so that the process ends in time. */
const MAX_SHUTDOWN_MS = 10_000;

const RELEASE_LIMIT = 1_000;

/** Actor in the audit log. */
const WORKER: Actor = { id: null, name: 'worker', address: null };

/** Records the results of attempts: deliveries, cursor, health of the receiver, and whether it is switched off. */
@Injectable()
export class RecordBatch {
  private readonly late = new Set<Promise<void>>();
  private giveUpAt = Infinity;
  private readonly attempts;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter(
      'nameyard_webhook_attempts_total',
      'Delivery attempts, by outcome: delivered, retried (failed, another one follows) or failed (the last one).',
      { outcome: ['delivered', 'retried', 'failed'] },
    );
  }

  /** Returns whether the lease is still held. With `dueAgainAt`, the lease ends, and the receiver is due at that time. */
  async execute(lease: Lease, { running, ...sent }: SentBatch, dueAgainAt: Date | null): Promise<boolean> {
    try {
      return await this.record(lease, sent.changes, health => this.write(lease, { ...sent, health, dueAgainAt }));
    } finally {
      // Recorded after the batch, because the batch stores these attempts as still running.
      const held = hasHeldDeliveriesAfter(lease, sent.changes);
      for (const attempt of running) {
        const recorded = this.recordLate({ ...lease, hasHeldDeliveries: held }, attempt).finally(() =>
          this.late.delete(recorded),
        );
        this.late.add(recorded);
      }
    }
  }

  /** Gives up sooner while PostgreSQL is unavailable. */
  stop(): void {
    this.giveUpAt = performance.now() + MAX_SHUTDOWN_MS;
  }

  /** Resolves when the results of all attempts are recorded. */
  async finish(): Promise<void> {
    while (this.late.size > 0) await Promise.allSettled(this.late);
  }

  /** Records an attempt that outlasts its batch. */
  private async recordLate(lease: Lease, attempt: Promise<DeliveryChange>): Promise<void> {
    try {
      const change = await attempt;
      // The receiver may have failed since the lease was taken, so a success is written in any case.
      await this.record({ ...lease, lastSuccessAt: null }, [change], health => this.writeLate(lease, change, health));
    } catch (error) {
      this.reportLost(lease, error);
    }
  }

  /** Writes results with the new health of the receiver, and switches the receiver off if needed. */
  private async record<T>(lease: Lease, changes: DeliveryChange[], write: (health: Health | null) => Promise<T>) {
    const health = healthAfter(lease, changes, this.clock.now());
    if (health && !health.failingSince) await this.releaseWaiting(lease.receiver);
    const written = await this.retry(() => write(health));
    for (const change of changes) this.count(change);
    await this.switchOffAfter(changes, lease.receiver, (health ?? lease).failingSince);
    if (hasHeldDeliveriesAfter(lease, changes)) await this.releaseHeld(lease.receiver, changes);
    return written;
  }

  /** If the batch fails, writes each delivery alone, so that one bad row does not block the others. */
  private async write(lease: Lease, result: BatchResult): Promise<boolean> {
    const { changes, health } = result;
    try {
      return await recordBatch(this.database, lease, result, this.clock.now());
    } catch (error) {
      if (isDatabaseUnavailable(error) || changes.length === 0) throw error;
    }
    for (const change of changes)
      await this.writeLate(lease, change, health).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error;
        this.reportLost(lease, error);
      });
    return recordBatch(this.database, lease, { ...result, changes: [] }, this.clock.now());
  }

  private writeLate(lease: Lease, change: DeliveryChange, health: Health | null) {
    const changes = JSON.stringify([change]);
    return recordLate.run(this.database, { ...lease, changes, health, now: this.clock.now() });
  }

  private async retry<T>(write: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + MAX_RETRY_MS;
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isDatabaseUnavailable(error) || performance.now() > Math.min(deadline, this.giveUpAt)) throw error;
        await sleep(RETRY_INTERVAL_MS);
      }
    }
  }

  /** Called when a receiver works: if it was failing, its waiting retries become due now. */
  private async releaseWaiting(receiver: string): Promise<void> {
    const values = { receiver, limit: RELEASE_LIMIT, now: this.clock.now() };
    while ((await this.retry(() => releaseWaiting.run(this.database, values))).length === RELEASE_LIMIT);
  }

  /** Deliveries that are not released because of an error become due at their own time. */
  private async releaseHeld(receiver: string, changes: DeliveryChange[]): Promise<void> {
    const sent = changes.filter(({ attempt }) => attempt).map(({ eventId }) => eventId);
    if (sent.length === 0) return;
    await releaseHeld
      .run(this.database, { receiver, sent, now: this.clock.now() })
      .catch((error: unknown) => this.logger.warn({ err: error, receiver }, 'releasing held deliveries failed'));
  }

  /** If switching off fails, the next failed attempt tries again. */
  private async switchOffAfter(changes: DeliveryChange[], receiver: string, failingSince: Date | null): Promise<void> {
    const reason = switchOffReason(changes, failingSince, this.clock.now());
    if (!reason) return;
    await this.switchOff(receiver, reason).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'switching a receiver off failed'),
    );
  }

  /** Switches a receiver off. The owner sees the reason and can switch it on again. */
  private async switchOff(receiver: string, { reason, since }: SwitchOffReason): Promise<void> {
    const now = this.clock.now();
    const row = await this.database.transaction(async tx => {
      const found = await switchOff.first(tx, { receiver, reason, since, now });
      if (!found) return undefined;
      const change = { tenantId: found.tenantId, action: 'receiver.switch-off', subject: receiver };
      await audit(tx, WORKER, { ...change, before: { state: 'on' }, after: { state: 'off', off_reason: reason } }, now);
      return found;
    });
    if (row) this.logger.warn({ receiver, host: new URL(row.url).host, reason }, 'switched a receiver off');
  }

  private count({ attempt, isSuccess, state }: DeliveryChange): void {
    if (!attempt) return;
    this.attempts.inc({ outcome: isSuccess ? 'delivered' : state === 'pending' ? 'retried' : 'failed' });
  }

  private reportLost({ receiver }: Lease, error: unknown): void {
    this.logger.error({ err: error, receiver }, 'writing the result of an attempt failed');
  }
}
