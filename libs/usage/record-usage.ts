import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Clock, Repeating } from '#platform/clock';
import { isDatabaseUnavailable } from '#platform/database';
import { Metrics } from '#platform/http';
import { LOGGER, type Logger } from '#platform/log';
import { UsageBuffer } from './model/usage-buffer.js';
import { RequestLog } from './storage/request-log.js';

const CAPACITY = 50_000;
const BATCH_SIZE = 500;
const INTERVAL_MS = 500;
const SHUTDOWN_TIMEOUT_MS = 5_000;

/**
 * Logs authenticated requests. They are collected in memory and written in batches. While PostgreSQL is not available, up
 * to 50,000 are kept in memory; beyond that the oldest are dropped and counted. The rest is written at shutdown.
 */
@Injectable()
export class RecordUsage implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly buffer = new UsageBuffer(CAPACITY);
  private readonly loop = new Repeating(INTERVAL_MS, () => this.flush());
  private flushing = Promise.resolve(true);
  private reported = 0;

  constructor(
    private readonly log: RequestLog,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
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

  /** Runs after the server has closed, so that no request follows. */
  async onApplicationShutdown() {
    await this.loop.stop();
    const end = this.clock.millis() + SHUTDOWN_TIMEOUT_MS;
    while (this.buffer.size > 0 && this.clock.millis() < end && (await this.flush()));
    if (this.buffer.size > 0)
      this.logger.warn({ lost: this.buffer.size }, 'some requests were not written to the usage log at shutdown');
  }

  /** Writes all waiting entries, after a flush in progress. Resolves to false if PostgreSQL is not available. */
  flush(): Promise<boolean> {
    return (this.flushing = this.flushing.then(() => this.write()));
  }

  private async write(): Promise<boolean> {
    this.report();
    while (this.buffer.size > 0) {
      const entries = this.buffer.take(BATCH_SIZE);
      try {
        await this.log.append(entries);
      } catch (error) {
        this.buffer.restore(entries);
        if (!isDatabaseUnavailable(error)) this.logger.error({ err: error }, 'writing the usage log failed');
        return false;
      }
    }
    return true;
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
