import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Keys } from '#api-keys';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { BackgroundJobs } from '#platform/queue/jobs';
import { LOGGER, type Logger } from '#platform/observability/log';
import { Quota } from '../model/quota.js';
import { logUnauthenticated, MAX_PER_MINUTE, type UnauthenticatedEntry } from '../storage/unauthenticated.js';

const INTERVAL_MS = 500;
const MINUTE_MS = 60_000;

/** Maximum number of entries in memory, while PostgreSQL is not available. */
const CAPACITY = 5_000;

type Waiting = UnauthenticatedEntry & { hash: string | null };

/**
 * Logs API requests without valid credentials in a table of their own, not in the request log. Requests to the portal are not
 * logged. Anyone can send such requests, so memory and table take only a limited number per tenant and minute; the rest is
 * dropped.
 */
@Injectable()
export class RecordUnauthenticated implements OnApplicationShutdown {
  private readonly quota = new Quota(MAX_PER_MINUTE, MINUTE_MS);
  private waiting: Waiting[] = [];
  private flushing = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keys: Keys,
    @Inject(LOGGER) private readonly logger: Logger,
    jobs: BackgroundJobs,
  ) {
    jobs.add('writing the log of unauthenticated requests', INTERVAL_MS, () => this.flush());
  }

  observe(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      // `identifyCaller` also sets `rejectedKey` on requests that another guard refused, for example with 403.
      if (reply.statusCode === 401) this.add(request);
      done();
    });
  }

  /** Runs after the server has closed. */
  async onApplicationShutdown() {
    await this.flush().catch((err: unknown) =>
      this.logger.warn({ err }, 'some unauthenticated requests were not logged at shutdown'),
    );
  }

  /** Writes all waiting entries, after a flush in progress. */
  flush(): Promise<void> {
    return (this.flushing = this.flushing.catch(() => {}).then(() => this.write()));
  }

  private add({ rejectedKey, ip, method, routeOptions, id }: FastifyRequest): void {
    if (!rejectedKey || this.waiting.length >= CAPACITY) return;
    const { tenant, isKnownTenant, key, reason } = rejectedKey;
    const countedFor = isKnownTenant && tenant !== null ? tenant : '';
    const at = this.clock.now();
    if (!this.quota.accepts(countedFor, at.getTime())) return;
    this.waiting.push({
      at,
      countedFor,
      tenant,
      keyStart: key?.start ?? null,
      keyEnd: key?.end ?? null,
      reason,
      address: ip,
      method,
      route: routeOptions.url ?? '',
      requestId: id,
      hash: reason === 'unknown' ? (key?.hash ?? null) : null,
    });
  }

  private async write(): Promise<void> {
    const batch = this.waiting;
    if (batch.length === 0) return;
    this.waiting = [];
    try {
      const revoked = await this.keys.revokedAmong(batch.flatMap(({ hash }) => hash ?? []));
      const isRevoked = (hash: string | null) => hash !== null && revoked.has(hash);
      const entries = batch.map(entry => (isRevoked(entry.hash) ? { ...entry, reason: 'revoked' } : entry));
      await logUnauthenticated(this.database, entries);
    } catch (error) {
      this.waiting = [...batch, ...this.waiting].slice(0, CAPACITY);
      throw error;
    }
  }
}
