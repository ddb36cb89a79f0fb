import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database, isDatabaseUnavailable } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import type { DeliveryChange } from '../model/delivery.js';
import { GONE } from '../model/verdict.js';
import type { Lease } from '../storage/cursors.js';
import { type BatchResult, type Health, recordBatch, recordLateAttempt, releaseWaiting } from '../storage/recording.js';
import type { SentBatch } from './send-batch.js';
import { SwitchOff } from './switch-off.js';

/** How long results are kept while PostgreSQL is unavailable. Afterwards the events are sent again. */
const MAX_RETRY_MS = 60_000;
const RETRY_INTERVAL_MS = 500;

/** The same at shutdown, so that the process ends in time. */
const MAX_SHUTDOWN_MS = 10_000;

/** A success of a healthy receiver is written at most this often. */
const SUCCESS_INTERVAL_MS = 10_000;

const RELEASE_LIMIT = 1_000;

/** Records the results of attempts: deliveries, cursor, health of the receiver, and whether it is switched off. */
@Injectable()
export class RecordBatch {
  private readonly late = new Set<Promise<void>>();
  private giveUpAt = Infinity;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly switchOff: SwitchOff,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns whether the lease is still held. */
  async execute(
    lease: Lease,
    { changes, running, place }: SentBatch,
    release: Pick<BatchResult, 'release' | 'dueAt'>,
  ): Promise<boolean> {
    try {
      const health = healthAfter(lease, changes, this.clock.now());
      await this.releaseWaiting(lease, health);
      const isHeld = await this.retry(() => this.write(lease, { changes, place, health, ...release }));
      await this.conclude(lease, changes, health);
      return isHeld;
    } finally {
      // Not earlier, or the batch would overwrite the result of an attempt with “still running”.
      for (const attempt of running) this.recordLate(lease, attempt);
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

  private recordLate(lease: Lease, attempt: Promise<DeliveryChange>): void {
    const recorded = this.writeLate(lease, attempt).finally(() => this.late.delete(recorded));
    this.late.add(recorded);
  }

  /** Records an attempt that outlasts its batch. */
  private async writeLate(lease: Lease, attempt: Promise<DeliveryChange>): Promise<void> {
    try {
      const change = await attempt;
      const health = healthAfter(lease, [change], this.clock.now());
      await this.releaseWaiting(lease, health);
      await this.retry(() => recordLateAttempt(this.database, lease, change, health, this.clock.now()));
      await this.conclude(lease, [change], health);
    } catch (error) {
      this.reportLost(lease, error);
    }
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
      await recordLateAttempt(this.database, lease, change, health, this.clock.now()).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error;
        this.reportLost(lease, error);
      });
    return recordBatch(this.database, lease, { ...result, changes: [] }, this.clock.now());
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

  /** If the receiver works again, waiting retries need not wait for their time. */
  private async releaseWaiting({ receiverId, failingSince }: Lease, health: Health | undefined): Promise<void> {
    if (!failingSince || !health || health.failingSince) return;
    const values = { receiver: receiverId, limit: RELEASE_LIMIT, now: this.clock.now() };
    while ((await this.retry(() => releaseWaiting.run(this.database, values))).length === RELEASE_LIMIT);
  }

  /** If switching off fails, the next failed attempt tries again. */
  private async conclude({ receiverId, failingSince }: Lease, changes: DeliveryChange[], health: Health | undefined) {
    for (const change of changes) this.log(receiverId, change);
    const since = health ? health.failingSince : failingSince;
    const hasFailed = changes.some(({ attempt, isSuccess }) => attempt && !isSuccess);
    try {
      if (changes.some(({ attempt }) => attempt?.status === GONE)) await this.switchOff.becauseGone(receiverId);
      else if (hasFailed && since) await this.switchOff.ifFailedTooLong(receiverId, since);
    } catch (error) {
      this.logger.warn({ err: error }, 'switching a receiver off failed');
    }
  }

  private log(receiver: string, { id, attempt, isSuccess, state, dueAt }: DeliveryChange): void {
    if (!attempt) return;
    const facts = { delivery: id, receiver, attempt: attempt.number, durationMs: attempt.duration_ms };
    if (isSuccess) return this.logger.debug(facts, 'delivered');
    const { status, reason } = attempt;
    this.logger.info({ ...facts, status, reason, state, next: dueAt }, 'not delivered');
  }

  private reportLost({ receiverId }: Lease, error: unknown): void {
    this.logger.error({ err: error, receiver: receiverId }, 'writing the result of an attempt failed');
  }
}

/** The health of a receiver after attempts; undefined if it is not written. One success makes it healthy. */
function healthAfter({ failingSince, lastSuccessAt }: Lease, changes: DeliveryChange[], now: Date): Health | undefined {
  if (changes.some(({ isSuccess }) => isSuccess)) {
    const isRecent = lastSuccessAt && now.getTime() - lastSuccessAt.getTime() < SUCCESS_INTERVAL_MS;
    return failingSince || !isRecent ? { failingSince: null, lastSuccessAt: now } : undefined;
  }
  const failures = changes.flatMap(({ attempt }) => (attempt && attempt.reason !== 'interrupted' ? [attempt] : []));
  if (failures.length === 0 || failingSince) return undefined;
  const first = failures.map(({ started_at }) => started_at).toSorted()[0]!;
  return { failingSince: new Date(first), lastSuccessAt };
}
