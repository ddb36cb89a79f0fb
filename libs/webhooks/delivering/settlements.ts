import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database, Batcher, isDatabaseUnavailable } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { type EndedAttempt, type LeasedDelivery, settleAttempts } from '../storage/attempts.js';
import { newLease } from './lease.js';
import { SwitchOff } from './switch-off.js';

const MAX_BATCH_SIZE = 200;

/** How long results are kept while PostgreSQL is unavailable. A failure is useless once the lease has expired. */
const MAX_RETRY_MS = { failure: 20_000, success: 60_000 };
const RETRY_INTERVAL_MS = 500;

/** Writes the results of attempts in batches, leases the next deliveries, and switches off receivers that are gone. */
@Injectable()
export class Settlements {
  private readonly attempts = new Batcher<EndedAttempt, LeasedDelivery[]>(
    async attempts => {
      const next = await this.write(attempts);
      return attempts.map(() => next);
    },
    { maxSize: MAX_BATCH_SIZE },
  );

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly switchOff: SwitchOff,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @returns the next delivery to the same receiver, if it is wanted and there is one
   * @throws when the result could not be written; the attempt is repeated then
   */
  async settle(attempt: EndedAttempt): Promise<LeasedDelivery | undefined> {
    const next = await this.writeWithRetries(attempt);
    this.log(attempt);
    return attempt.wantsNext ? takeOne(next, attempt.delivery.receiverId) : undefined;
  }

  private async writeWithRetries(attempt: EndedAttempt): Promise<LeasedDelivery[]> {
    const maxMs = attempt.verdict.kind === 'delivered' ? MAX_RETRY_MS.success : MAX_RETRY_MS.failure;
    const deadline = performance.now() + maxMs - attempt.durationMs;
    for (;;) {
      try {
        return await this.attempts.add(attempt);
      } catch (error) {
        if (!isDatabaseUnavailable(error) || performance.now() + RETRY_INTERVAL_MS > deadline) throw error;
        await sleep(RETRY_INTERVAL_MS);
      }
    }
  }

  /** If the batch fails, writes each attempt alone, so that one bad row does not block the others. */
  private async write(attempts: EndedAttempt[]): Promise<LeasedDelivery[]> {
    try {
      const { health, next } = await settleAttempts(this.database, attempts, newLease(this.clock.now()));
      for (const receiver of health) await this.logFailure(this.switchOff.ifFailedTooLong(receiver));
      await this.switchOffGone(attempts);
      return next;
    } catch (error) {
      if (isDatabaseUnavailable(error) || attempts.length === 1) throw error;
      return await this.writeEach(attempts);
    }
  }

  private async writeEach(attempts: EndedAttempt[]): Promise<LeasedDelivery[]> {
    const results = await Promise.allSettled(attempts.map(attempt => this.write([attempt])));
    const failure = results.find(({ status }) => status === 'rejected');
    if (failure)
      this.logger.error({ err: (failure as PromiseRejectedResult).reason }, 'writing the result of an attempt failed');
    return results.flatMap(result => (result.status === 'fulfilled' ? result.value : []));
  }

  private async switchOffGone(attempts: EndedAttempt[]): Promise<void> {
    const gone = attempts.filter(({ verdict }) => verdict.kind === 'gone').map(({ delivery }) => delivery.receiverId);
    for (const receiver of new Set(gone)) await this.logFailure(this.switchOff.becauseGone(receiver));
  }

  /** The next failed attempt tries to switch the receiver off again. */
  private async logFailure(switchOff: Promise<void>): Promise<void> {
    await switchOff.catch((error: unknown) => this.logger.warn({ err: error }, 'switching a receiver off failed'));
  }

  private log({ delivery, verdict, settlement, durationMs }: EndedAttempt): void {
    const facts = { delivery: delivery.id, receiver: delivery.receiverId, attempt: delivery.number, durationMs };
    if (verdict.kind === 'delivered') return this.logger.debug(facts, 'delivered');
    const { status, reason } = verdict;
    this.logger.info({ ...facts, status, reason, state: settlement.state, next: settlement.dueAt }, 'not delivered');
  }
}

/** Removes a delivery to the receiver from the list, which all attempts of a batch share. */
function takeOne(deliveries: LeasedDelivery[], receiverId: string): LeasedDelivery | undefined {
  const index = deliveries.findIndex(delivery => delivery.receiverId === receiverId);
  return index === -1 ? undefined : deliveries.splice(index, 1)[0];
}
