import { Readable } from 'node:stream';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Clock } from '../../process/clock/clock.js';
import { type Logger, LOGGER } from '../../observability/log/logger.js';
import { MAX_RUNNING, TooManyExports } from './errors.js';
import { type ExportedRows, type Format, MAX_ROWS, textOf } from './rows.js';

/** Header of the response with the maximum number of rows. */
export const LIMIT_HEADER = 'Export-Max-Rows';

const TYPES: Record<Format, string> = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

/** How long a client may take to read a page before its connection is closed. */
const STALL_MS = 120_000;

interface ExportedFile<Row> extends ExportedRows<Row> {
  tenant: { id: string; slug: string };
  /** Kind of the rows, for the name of the file. */
  kind: string;
  format?: Format | undefined;
}

/**
 * Sends rows as a file. Rows are read while the client reads the file, a page at a time and without a transaction: an open
 * snapshot would keep PostgreSQL from removing dead rows (VACUUM). If a page cannot be read, the connection is destroyed, so
 * that the client notices that the file is incomplete.
 */
@Injectable()
export class Exports implements BeforeApplicationShutdown {
  private readonly running = new Map<string, number>();
  private readonly open = new Set<Readable>();

  constructor(
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws TooManyExports */
  async send<Row extends object>(reply: FastifyReply, file: ExportedFile<Row>): Promise<void> {
    const { format = 'csv', kind, tenant } = file;
    const date = this.clock.now().toISOString().slice(0, 10);
    this.acquireSlot(tenant.id, reply);
    // Read before the headers are sent, so that its errors are answered with a status.
    const pages = await readAhead(file.pages);
    void reply.type(TYPES[format]).headers({
      'Content-Disposition': `attachment; filename="${tenant.slug}-${kind}-${date}.${format}"`,
      'Cache-Control': 'no-store',
      [LIMIT_HEADER]: String(MAX_ROWS),
      // An idle connection would delay the shutdown, which can begin while the file is sent.
      Connection: 'close',
    });
    // Fastify would read the whole file to answer a HEAD request.
    if (reply.request.method === 'HEAD') return void reply.send();
    void reply.send(this.stream(textOf({ ...file, pages }, format), reply));
  }

  /** Destroys the connections of running exports: their clients start them again. */
  beforeApplicationShutdown(): void {
    for (const stream of this.open) stream.destroy(new Error('The process is shutting down.'));
  }

  private acquireSlot(tenant: string, { raw }: FastifyReply): void {
    const running = this.running.get(tenant) ?? 0;
    if (running >= MAX_RUNNING) throw new TooManyExports();
    this.running.set(tenant, running + 1);
    const release = () => {
      const remaining = this.running.get(tenant)! - 1;
      if (remaining > 0) this.running.set(tenant, remaining);
      else this.running.delete(tenant);
    };
    // `raw` also closes after errors, and when the client disconnects.
    if (raw.closed) release();
    else raw.once('close', release);
  }

  private stream(text: AsyncIterable<string>, { request }: FastifyReply): Readable {
    const stalled = setTimeout(() => stream.destroy(new Error('The client stopped reading.')), STALL_MS);
    stalled.unref();
    const stream = Readable.from(refreshing(text, stalled));
    this.open.add(stream);
    stream.on('error', error => this.logger.warn({ err: error, requestId: request.id }, 'export interrupted'));
    stream.once('close', () => {
      clearTimeout(stalled);
      this.open.delete(stream);
    });
    return stream;
  }
}

/** Restarts the timer whenever the client is ready for more text. */
async function* refreshing(text: AsyncIterable<string>, timer: NodeJS.Timeout): AsyncGenerator<string> {
  for await (const piece of text) {
    timer.refresh();
    yield piece;
  }
}

/** Reads the first page immediately. */
async function readAhead<Row>(pages: AsyncIterable<Row[]>): Promise<AsyncIterable<Row[]>> {
  const iterator = pages[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}
