import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Clock, Repeating } from '#platform/clock';
import { isDatabaseAway } from '#platform/database';
import { Metrics } from '#platform/http';
import { LOGGER, type Logger } from '#platform/log';
import { UsageBuffer } from './model/usage-buffer.js';
import { RequestLog } from './storage/request-log.js';

const MOST_WAITING = 50_000;
const BATCH = 500;
const PAUSE_MS = 500;
const MOST_SECONDS_AT_END = 5;

/**
 * Logs every authenticated request, in batches beside the requests. While PostgreSQL is away up to 50,000 wait in
 * memory; beyond that the oldest are dropped and counted. What waits at the end is written before the process stops.
 */
@Injectable()
export class RecordUsage implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly buffer = new UsageBuffer(MOST_WAITING);
  private readonly loop = new Repeating(PAUSE_MS, () => this.flush());
  private reported = 0;

  constructor(
    private readonly log: RequestLog,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    metrics.gauge(
      'nameyard_usage_waiting',
      'Requests that wait to be written to the usage log.',
      () => this.buffer.size,
    );
    metrics.gauge('nameyard_usage_dropped', 'Requests that were never written to it.', () => this.buffer.dropped);
  }

  observe(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      const { caller } = request;
      if (caller)
        this.buffer.add({
          at: this.clock.now(),
          tenantId: caller.tenant.id,
          keyId: caller.keyId,
          method: request.method,
          route: request.routeOptions.url ?? '',
          status: reply.statusCode,
          code: request.failure ?? null,
          durationMs: reply.elapsedTime,
          isLongPoll: request.isLongPoll === true,
          requestId: request.id,
          domain: caller.domain ?? null,
          orderId: caller.orderId ?? null,
        });
      done();
    });
  }

  onApplicationBootstrap() {
    this.loop.start();
  }

  /** After the last answer: the server has closed by now. */
  async onApplicationShutdown() {
    await this.loop.stop();
    const end = this.clock.millis() + MOST_SECONDS_AT_END * 1_000;
    while (this.buffer.size > 0 && this.clock.millis() < end && (await this.flush()));
    if (this.buffer.size > 0) this.logger.warn({ lost: this.buffer.size }, 'stopped with usage that was not written');
  }

  /** Writes what waits; false when PostgreSQL would not have it. */
  async flush(): Promise<boolean> {
    this.report();
    while (this.buffer.size > 0) {
      const entries = this.buffer.take(BATCH);
      try {
        await this.log.append(entries);
      } catch (error) {
        this.buffer.restore(entries);
        if (!isDatabaseAway(error)) this.logger.error({ err: error }, 'usage cannot be written');
        return false;
      }
    }
    return true;
  }

  private report(): void {
    if (this.buffer.dropped === this.reported) return;
    this.logger.warn({ dropped: this.buffer.dropped }, 'the usage log is full; the oldest requests were dropped');
    this.reported = this.buffer.dropped;
  }
}
