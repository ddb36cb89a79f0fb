interface Waiting<In, Out> {
  value: In;
  resolve(out: Out): void;
  reject(error: unknown): void;
}

/**
 * Does the work for what comes while `atOnce` of it are under way together, in the next one: alone, a value is worked on
 * at once; under load, one statement does the work of many. Each caller gets what came of the work that held its value.
 */
export class Gathered<In, Out = void> {
  private waiting: Waiting<In, Out>[] = [];
  private underWay = 0;

  constructor(
    private readonly work: (values: In[]) => Promise<Out>,
    private readonly most: number,
    private readonly atOnce = 1,
  ) {}

  add(value: In): Promise<Out> {
    const done = new Promise<Out>((resolve, reject) => this.waiting.push({ value, resolve, reject }));
    if (this.underWay < this.atOnce) void this.flush();
    return done;
  }

  private async flush(): Promise<void> {
    this.underWay++;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.most);
      try {
        const out = await this.work(batch.map(({ value }) => value));
        for (const { resolve } of batch) resolve(out);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.underWay--;
  }
}
