import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, keyAccessOf } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, Notifications } from '#platform/database';
import { Metrics } from '#platform/http';
import { idempotencyKey } from '#platform/http/idempotency';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { LOGGER, type Logger } from '#platform/observability/log';
import { STOREFRONT_KEY, WORLDS_KEY } from './contract.js';
import type { Exchange } from './model/exchange.js';
import { Quota } from './model/quota.js';
import { UsageBuffer } from './model/usage-buffer.js';
import type { UsageEntry } from './model/usage-entry.js';
import { FLUSH_TOPIC } from './read-log.js';
import { appendToLog } from './storage/request-log.js';

const CAPACITY = 50_000;
const BATCH_SIZE = 500;

/** Memory for all buffered bodies, and for those in one statement. */
const MAX_BODIES_BYTES = 16 * 1_048_576;
const MAX_BATCH_BYTES = 2 * 1_048_576;
const INTERVAL_MS = 500;

/**
 * Maximum number of successful requests per second whose bodies are kept. Without it, redacting and writing bodies reduces
 * the throughput of searches by a quarter.
 */
const MAX_SUCCESSES_PER_SECOND = 300;

/** Successes per second kept for each tenant, so that one tenant's load test does not use up the quota of other tenants. */
const OWN_SUCCESSES_PER_SECOND = 100;

/** onResponse can fire a few event-loop turns after the client has read the response and asked another process for the log. */
const TURNS_TO_NOTICE = 5;

/**
 * Logs authenticated requests. They are collected in memory and written in batches. While PostgreSQL is not available,
 * up to 50,000 are kept in memory; then the oldest are dropped and counted. Buffered requests are written at shutdown.
 */
@Injectable()
export class RecordUsage implements OnApplicationShutdown {
  private readonly buffer = new UsageBuffer(CAPACITY, MAX_BODIES_BYTES);
  private readonly successes = new Quota(MAX_SUCCESSES_PER_SECOND, 1_000);
  private readonly ownSuccesses = new Quota(OWN_SUCCESSES_PER_SECOND, 1_000);
  private readonly writing: BackgroundJob;
  private flushing = Promise.resolve();
  private reported = 0;
  /** Number of flushes that readers request or that follow a lost connection, and how many of them are complete. */
  private requested = 0;
  private completed = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
    jobs: BackgroundJobs,
    notifications: Notifications,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    const request = () => void this.requested++;
    notifications.on(FLUSH_TOPIC, { changed: request, lost: request });
    notifications.onConfirm(() => this.flushIfRequested());
    this.writing = jobs.add('writing the usage log', INTERVAL_MS, () => this.flush());
    metrics.gauge(
      'nameyard_usage_waiting',
      'Requests that are not written to the usage log yet.',
      () => this.buffer.size,
    );
    metrics.readCounter(
      'nameyard_usage_dropped_total',
      'Requests that were dropped from the usage log.',
      () => this.buffer.dropped,
    );
    metrics.readCounter(
      'nameyard_usage_bodies_dropped_total',
      'Requests that were logged without their bodies, because too many bodies were waiting.',
      () => this.buffer.withoutBodies,
    );
  }

  observe(fastify: FastifyInstance): void {
    if (this.settings.logBodies !== 'none')
      fastify.addHook('onSend', (request, _reply, payload, done) => {
        if (request.caller && typeof payload === 'string') request.sentBody = payload;
        done(null, payload);
      });
    fastify.addHook('onResponse', (request, reply, done) => {
      const { caller } = request;
      if (caller)
        this.add({
          at: this.clock.now(),
          ...accountOf(caller),
          method: request.method,
          route: request.routeOptions.url ?? '',
          status: reply.statusCode,
          code: request.failure ?? null,
          durationMs: reply.elapsedTime,
          mayHaveWaited: request.isLongPoll === true || request.faulted !== undefined,
          requestId: request.id,
          domain: caller.domain ?? null,
          orderId: caller.orderId ?? null,
          faulted: request.faulted ?? null,
          faultKind: request.faultKind ?? null,
          ...attemptOf(request, caller),
          facade: keyAccessOf(request.routeOptions.config)?.facade ?? null,
          operation: request.operation ?? null,
          exchange: this.acceptsBodies(request, reply) ? exchangeOf(request, reply) : undefined,
        });
      done();
    });
  }

  /**
   * Starts writing when a batch is complete. A longer backlog waits for the interval, so that an unavailable PostgreSQL is
   * not called all the time.
   */
  private add(entry: UsageEntry): void {
    this.buffer.add(entry);
    if (this.buffer.size === BATCH_SIZE) this.writing.wake();
  }

  /**
   * Whether to keep the bodies; counts against the quota. Bodies of storefronts are not kept: their forms contain data of
   * visitors.
   */
  private acceptsBodies({ caller, faulted }: FastifyRequest, { statusCode }: FastifyReply): boolean {
    const { logBodies } = this.settings;
    if (logBodies === 'none' || caller?.keyId === STOREFRONT_KEY) return false;
    if (statusCode >= 400 || faulted !== undefined) return true;
    return logBodies === 'all' && this.acceptsSuccess(caller!.tenant.id);
  }

  private acceptsSuccess(tenantId: string): boolean {
    const now = this.clock.millis();
    return this.ownSuccesses.accepts(tenantId, now) || this.successes.accepts('of all tenants', now);
  }

  /** Runs after the server has closed, so that no request follows. */
  async onApplicationShutdown() {
    const failure = await this.flush().catch((error: unknown) => ({ lost: this.buffer.size, err: error }));
    if (failure) this.logger.warn(failure, 'some requests were not written to the usage log at shutdown');
  }

  /** Writes all waiting entries, after a flush in progress. */
  flush(): Promise<void> {
    return (this.flushing = this.flushing.catch(() => {}).then(() => this.write()));
  }

  /** Runs before each confirmation, but flushes only if a reader requested it or a connection was lost. */
  private async flushIfRequested(): Promise<void> {
    const { requested } = this;
    if (this.completed === requested) return;
    for (let turn = 0; turn < TURNS_TO_NOTICE; turn++) await nextTurn();
    await this.flush();
    this.completed = Math.max(this.completed, requested);
  }

  private async write(): Promise<void> {
    this.report();
    // Writes only the entries that were buffered at the start; later ones wait for a larger batch.
    let remaining = this.buffer.size;
    while (remaining > 0 && this.buffer.size > 0) {
      const entries = this.buffer.takeOldest(BATCH_SIZE, MAX_BATCH_BYTES);
      remaining -= entries.length;
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

/** References what was received and sent, which is redacted when the entry is written. */
const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange => ({
  target: request.url,
  requestHeaders: request.raw.headers,
  requestBody: request.body,
  responseHeaders: reply.getHeaders(),
  responseBody: request.sentBody,
});

const HASH_DIGITS = 16;
const MAX_USER_AGENT = 255;

/** Hash by which equal values are found; the values may be secret. */
const hashOf = (value: string | undefined) =>
  value === undefined ? null : createHash('sha256').update(value).digest('hex').slice(0, HASH_DIGITS);

/** Members of an entry that distinguish the attempts of a client. */
const attemptOf = ({ headers, idempotent }: FastifyRequest, { paymentReference, repeatsPayment }: Caller) => ({
  idempotencyKey: hashOf(idempotent?.key ?? keyIn(headers)),
  paymentReference: hashOf(paymentReference),
  isReplayed: idempotent?.replayed === true || repeatsPayment === true || null,
  userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
});

/** The idempotency key of a request that was refused before its handler read the key; undefined without a valid one. */
function keyIn(headers: FastifyRequest['headers']): string | undefined {
  try {
    return idempotencyKey(headers);
  } catch {
    return undefined;
  }
}

/** Requests of temporary tenants are counted together, for their parent, which exists longer. */
function accountOf({ tenant: { id, parentId }, keyId }: Caller) {
  if (parentId === null) return { tenantId: id, temporaryId: null, keyId };
  return { tenantId: parentId, temporaryId: id, keyId: WORLDS_KEY };
}
