interface Waiting<In, Out> {
  value: In;
  resolve(out: Out | Promise<Out>): void;
  reject(error: unknown): void;
}

interface BatcherOptions {
  /** Maximum number of values in a batch (default 64); larger batches hardly take less time per value. */
  maxSize?: number;
  /** Maximum number of batches that run at the same time (default 1). */
  concurrency?: number;
}

/**
 * Collects values into batches: those added in one turn of the event loop, and those added while the maximum number
 * of batches is running. `run` resolves to the results of the values, in their order.
 */
export class Batcher<In, Out = void> {
  private readonly maxSize: number;
  private readonly concurrency: number;
  private waiting: Waiting<In, Out>[] = [];
  private running = 0;
  private scheduled = false;

  constructor(
    private readonly run: (values: In[]) => Promise<(Out | Promise<Out>)[]>,
    { maxSize = 64, concurrency = 1 }: BatcherOptions = {},
  ) {
    this.maxSize = maxSize;
    this.concurrency = concurrency;
  }

  add(value: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ value, resolve, reject });
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
      const results = await this.run(batch.map(({ value }) => value));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Out | Promise<Out>));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.running--;
    this.schedule();
  }
}
