import { type SpanContext, SpanKind } from '@opentelemetry/api';
import { currentSpan, isTracing, runInLinkedSpan } from '../observability/tracing/tracing.js';

interface Waiting<In, Out> {
  value: In;
  /** The span that waits for the result; undefined while tracing is off. */
  origin: SpanContext | undefined;
  resolve(out: Out | Promise<Out>): void;
  reject(error: unknown): void;
}

interface BatcherOptions {
  /** Maximum number of values in a batch (default 64); larger batches hardly take less time per value. */
  maxSize?: number;
  /** Maximum number of batches that run at the same time (default 1). */
  concurrency?: number;
  /** Name of the statement that a batch runs. Batches with a name are traced. */
  statement?: string;
}

/**
 * Collects values into batches. A batch contains the values that were added in one turn of the event loop, or while the
 * maximum number of batches was running. `run` resolves to one result per value, in the same order.
 */
export class Batcher<In, Out = void> {
  private readonly maxSize: number;
  private readonly concurrency: number;
  private readonly statement: string | undefined;
  private waiting: Waiting<In, Out>[] = [];
  private running = 0;
  private scheduled = false;

  constructor(
    private readonly run: (values: In[]) => Promise<(Out | Promise<Out>)[]>,
    { maxSize = 64, concurrency = 1, statement }: BatcherOptions = {},
  ) {
    this.maxSize = maxSize;
    this.concurrency = concurrency;
    this.statement = statement;
  }

  add(value: In): Promise<Out> {
    const origin = isTracing() ? currentSpan() : undefined;
    return new Promise((resolve, reject) => {
      this.waiting.push({ value, origin, resolve, reject });
      this.schedule();
    });
  }

  /** setImmediate runs after all sockets were read in this turn of the event loop. */
  private schedule(): void {
    if (this.scheduled || this.running === this.concurrency || this.waiting.length === 0) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.runBatch();
    });
  }

  private async runBatch(): Promise<void> {
    const batch = this.waiting.splice(0, this.maxSize);
    this.running++;
    this.schedule();
    try {
      const results = await (isTracing() && this.statement !== undefined
        ? this.runTraced(this.statement, batch)
        : this.run(batch.map(({ value }) => value)));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Out | Promise<Out>));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.running--;
    this.schedule();
  }

  private runTraced(statement: string, batch: Waiting<In, Out>[]): Promise<(Out | Promise<Out>)[]> {
    const attributes = {
      'db.system.name': 'postgresql',
      'db.query.summary': statement,
      'db.operation.batch.size': batch.length,
    };
    const links = batch.map(({ origin }) => origin);
    return runInLinkedSpan(statement, { kind: SpanKind.CLIENT, attributes }, links, () =>
      this.run(batch.map(({ value }) => value)),
    );
  }
}
