import { setMaxListeners } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
import { Database } from '#platform/database';
import { newId } from '#platform/ids';
import { LOGGER, type Logger } from '#platform/log';
import { GuardedClient } from '#platform/outgoing';
import { EVENT_TYPES } from '../events/catalogue.js';
import { type DeliveryChange, holdBack, keepSending, settle, skip } from '../model/delivery.js';
import { judge, type Verdict } from '../model/verdict.js';
import { send } from '../send.js';
import { SigningSecrets } from '../signing-secrets.js';
import { type Lease, leaseReceiver } from '../storage/cursors.js';
import { BATCH_SIZE, claimRetries, endOfAttempt, type OutgoingDelivery, readNews } from '../storage/reading.js';
import { RecordBatch } from './record-batch.js';
import { sendBatch } from './send-batch.js';

/** After this time a job ends, so that other receivers get a turn. */
const MAX_JOB_MS = 5_000;

/** Pause while all attempts that a receiver may have at a time are slow. */
const BUSY_MS = 1_000;

/** A receiver whose worker was lost is leased again after this time. Much longer than a batch takes. */
const LEASE_MS = 10_000;

/** Maximum number of attempts to one receiver at a time. */
const CONCURRENCY = { healthy: 50, untried: 10, failing: 4 };

/** A job for one receiver: lease → read → send → record, until nothing is left. */
@Injectable()
export class Deliver {
  private readonly stopping = new AbortController();
  private readonly interruption = new AbortController();
  private readonly work = new Set<Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly signing: SigningSecrets,
    private readonly client: GuardedClient,
    private readonly recordBatch: RecordBatch,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    setMaxListeners(0, this.interruption.signal); // one for each attempt in progress
  }

  /** Does nothing if another worker holds the lease. Returns whether the receiver has more work. */
  execute(receiver: string): Promise<boolean> {
    return this.track(this.run(receiver));
  }

  /** Starts no more attempts. Attempts in progress continue. */
  stop(): void {
    this.stopping.abort();
  }

  /** Aborts attempts in progress; they are repeated later. */
  interrupt(): void {
    this.interruption.abort();
  }

  /** Resolves when nothing is in progress. */
  async idle(): Promise<void> {
    while (this.work.size > 0) await Promise.allSettled(this.work);
  }

  private async run(receiver: string): Promise<boolean> {
    const holder = newId('hld');
    const deadline = performance.now() + MAX_JOB_MS;
    let isHeld = true;
    while (isHeld) {
      const now = this.clock.now();
      const until = new Date(now.getTime() + LEASE_MS);
      const lease = await leaseReceiver(this.database, { receiver, holder, now, until });
      if (!lease) return false;
      const isOver = () => performance.now() > deadline || this.stopping.signal.aborted;
      isHeld = await this.deliverBatch(lease, isOver);
      if (!isHeld) return isOver();
    }
    return false;
  }

  /** Returns whether the lease is still held, because there is more to do. */
  private async deliverBatch(lease: Lease, isOver: () => boolean): Promise<boolean> {
    const concurrency = concurrencyOf(lease);
    const slots = Math.max(concurrency - lease.sending, 0);
    const { retries, news, isAll } = await this.read(lease, slots, concurrency);
    const batch = [...retries, ...news];
    const { changes, begun, running } = await this.process(lease, batch, slots);
    const places = batch.slice(0, begun).flatMap(({ place }) => place ?? []);
    const result = { changes, place: places.at(-1) ?? lease };
    try {
      return await this.recordBatch.execute(lease, {
        ...result,
        ...this.releaseAfter({ isOver: isOver(), isBusy: slots === 0, isIdle: isAll && begun === batch.length }),
      });
    } finally {
      // Not earlier, or the batch would overwrite the result of an attempt with “still running”.
      for (const attempt of running) void this.track(this.recordBatch.late(lease, attempt));
    }
  }

  private releaseAfter({ isOver, isBusy, isIdle }: Record<'isOver' | 'isBusy' | 'isIdle', boolean>) {
    if (isOver) return { release: 'always' as const, dueAt: this.clock.now() };
    if (isBusy) return { release: 'always' as const, dueAt: this.later() };
    return { release: isIdle ? ('if-idle' as const) : ('keep' as const), dueAt: null };
  }

  /** Reads due retries and new events. A receiver without a recent success gets only as many as it may have at a time. */
  private async read(lease: Lease, slots: number, concurrency: number) {
    const retries =
      lease.hasDue && slots > 0 ? await claimRetries(this.database, lease.receiverId, slots, this.clock.now()) : [];
    const limit = concurrency === CONCURRENCY.healthy ? BATCH_SIZE : slots - retries.length;
    const types = lease.events.length > 0 ? lease.events : EVENT_TYPES;
    const isReading = lease.state !== 'removed' && slots > 0;
    const news = isReading ? (await readNews(this.database, lease, types)).slice(0, limit) : [];
    return { retries, news, isAll: retries.length < slots && news.length < limit };
  }

  private async process(lease: Lease, batch: OutgoingDelivery[], concurrency: number) {
    if (lease.state !== 'on') return { changes: batch.map(skip), begun: batch.length, running: [] };
    const attempt = (delivery: OutgoingDelivery) => this.track(this.attempt(lease, delivery));
    const sent = await sendBatch(batch, attempt, { concurrency, stopped: this.stopping.signal });
    const now = this.clock.now();
    const slow = sent.running.flatMap(({ delivery }) =>
      delivery.place ? keepSending(delivery, endOfAttempt(now)) : [],
    );
    const left = batch.slice(sent.begun).flatMap(delivery => (delivery.place ? [] : holdBack(delivery, now)));
    const running = sent.running.map(({ result }) => result);
    return { changes: [...sent.ended, ...slow, ...left], begun: sent.begun, running };
  }

  private async attempt(lease: Lease, delivery: OutgoingDelivery): Promise<DeliveryChange> {
    const [startedAt, started] = [this.clock.now(), performance.now()];
    const firstAt = delivery.recordedAt.getTime() + (this.settings.webhookRetrySchedule[0] ?? 0);
    if (delivery.place && firstAt > startedAt.getTime()) return holdBack(delivery, new Date(firstAt));
    const verdict = await this.send(lease, delivery);
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    const attempt = { verdict, startedAt, durationMs };
    return settle(delivery, attempt, this.settings.webhookRetrySchedule, this.clock.now());
  }

  /** Fails without a request if the message cannot be signed. An unexpected error must not block later events. */
  private async send({ receiverId, url, secrets: sealed }: Lease, delivery: OutgoingDelivery): Promise<Verdict> {
    const secrets = this.openSecrets(receiverId, sealed);
    if (secrets.length === 0) return judge(NO_SECRET, this.clock.now());
    const { eventId: id, body, requestId } = delivery;
    try {
      return await send({ id, url, body, requestId, secrets }, this.client, this.clock, this.interruption.signal);
    } catch (error) {
      this.logger.error({ err: error, delivery: delivery.id }, 'sending failed unexpectedly');
      return judge(UNEXPECTED, this.clock.now());
    }
  }

  private openSecrets(receiverId: string, sealed: Lease['secrets']): string[] {
    try {
      return this.signing.open(receiverId, sealed);
    } catch {
      return [];
    }
  }

  private later(): Date {
    return new Date(this.clock.millis() + BUSY_MS);
  }

  private track<T>(work: Promise<T>): Promise<T> {
    this.work.add(work);
    const remove = () => this.work.delete(work);
    work.then(remove, remove);
    return work;
  }
}

const concurrencyOf = ({ failingSince, lastSuccessAt }: Lease): number => {
  if (failingSince) return CONCURRENCY.failing;
  return lastSuccessAt ? CONCURRENCY.healthy : CONCURRENCY.untried;
};

const NO_SECRET = {
  reason: 'no_secret',
  explanation: 'The receiver has no secret, or its secret was encrypted with another key. Rotate the secret.',
};

const UNEXPECTED = {
  reason: 'internal_error',
  explanation: 'The message could not be sent because of an error in Nameyard. The log of the worker has the details.',
};
