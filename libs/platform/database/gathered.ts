interface Waiting<In> {
  value: In;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Writes what comes while a write is under way together, in the next one: alone, a value is written at once; under
 * load, one statement does the work of many. Each caller waits for the write that holds its value.
 */
export class Gathered<In> {
  private waiting: Waiting<In>[] = [];
  private writing = false;

  constructor(
    private readonly write: (values: In[]) => Promise<void>,
    private readonly most: number,
  ) {}

  add(value: In): Promise<void> {
    const written = new Promise<void>((resolve, reject) => this.waiting.push({ value, resolve, reject }));
    if (!this.writing) void this.flush();
    return written;
  }

  private async flush(): Promise<void> {
    this.writing = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.most);
      try {
        await this.write(batch.map(({ value }) => value));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.writing = false;
  }
}
