import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '#access';
import { Clock } from '#platform/clock';
import { Database, Notifications } from '#platform/database';
import { Metrics } from '#platform/http';
import { BackgroundJobs } from '#platform/jobs';
import { LOGGER, type Logger } from '#platform/log';
import { WORLDS_KEY } from './contract.js';
import { FLUSH_TOPIC } from './flush-log.js';
import { UsageBuffer } from './model/usage-buffer.js';
import { appendToLog } from './storage/request-log.js';

const CAPACITY = 50_000;
const BATCH_SIZE = 500;
const INTERVAL_MS = 500;

/**
 * A client can read the end of a response, or give up, and ask another process for the log, a few turns of the event loop
 * before this process is told so.
 */
const TURNS_TO_NOTICE = 5;

/**
 * Logs authenticated requests. They are collected in memory and written in batches. While PostgreSQL is not available, up
 * to 50,000 are kept in memory; beyond that the oldest are dropped and counted. The rest is written at shutdown.
 */
@Injectable()
export class RecordUsage implements OnApplicationShutdown {
  private readonly buffer = new UsageBuffer(CAPACITY);
  private flushing = Promise.resolve();
  private reported = 0;
  /** Number of flushes that readers have requested, and how many of them are complete. */
  private requested = 0;
  private completed = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
    jobs: BackgroundJobs,
    notifications: Notifications,
  ) {
    notifications.on(FLUSH_TOPIC, { changed: () => void this.requested++, lost: () => {} });
    notifications.onConfirm(() => this.flushIfRequested());
    jobs.add('writing the usage log', INTERVAL_MS, () => this.flush());
    metrics.gauge(
      'nameyard_usage_waiting',
      'Requests that are not written to the usage log yet.',
      () => this.buffer.size,
    );
    metrics.gauge(
      'nameyard_usage_dropped',
      'Requests that were dropped from the usage log.',
      () => this.buffer.dropped,
    );
  }

  observe(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      const { caller } = request;
      if (caller)
        this.buffer.add({
          at: this.clock.now(),
          ...accountOf(caller),
          method: request.method,
          route: request.routeOptions.url ?? '',
          status: reply.statusCode,
          code: request.failure ?? null,
          durationMs: reply.elapsedTime,
          isLongPoll: request.isLongPoll === true || request.faulted !== undefined,
          requestId: request.id,
          domain: caller.domain ?? null,
          orderId: caller.orderId ?? null,
          faulted: request.faulted ?? null,
        });
      done();
    });
  }

  /** Runs after the server has closed, so that no request follows. */
  async onApplicationShutdown() {
    const lost = await this.flush().catch((error: unknown) => ({ lost: this.buffer.size, err: error }));
    if (lost) this.logger.warn(lost, 'some requests were not written to the usage log at shutdown');
  }

  /** Writes all waiting entries, after a flush in progress. */
  flush(): Promise<void> {
    return (this.flushing = this.flushing.catch(() => {}).then(() => this.write()));
  }

  /** The confirmation that follows the request of a reader waits for this; other confirmations need no flush. */
  private async flushIfRequested(): Promise<void> {
    const { requested } = this;
    if (this.completed === requested) return;
    for (let turn = 0; turn < TURNS_TO_NOTICE; turn++) await nextTurn();
    await this.flush();
    this.completed = Math.max(this.completed, requested);
  }

  private async write(): Promise<void> {
    this.report();
    while (this.buffer.size > 0) {
      const entries = this.buffer.take(BATCH_SIZE);
      try {
        await appendToLog(this.database, entries);
      } catch (error) {
        this.buffer.restore(entries);
        throw error;
      }
    }
  }

  private report(): void {
    if (this.buffer.dropped === this.reported) return;
    this.logger.warn(
      { dropped: this.buffer.dropped },
      'the buffer of the usage log is full; the oldest requests were dropped',
    );
    this.reported = this.buffer.dropped;
  }
}

/** Requests of temporary tenants are counted together, for their parent, which exists longer. */
function accountOf({ tenant: { id, parentId }, keyId }: Caller) {
  if (parentId === null) return { tenantId: id, temporaryId: null, keyId };
  return { tenantId: parentId, temporaryId: id, keyId: WORLDS_KEY };
}
