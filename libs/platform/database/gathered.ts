import type { Soon } from '../soon.js';

interface Waiting<In, Out> {
  value: In;
  resolve(out: Soon<Out>): void;
  reject(error: unknown): void;
}

/**
 * Does the work for many values at once: for all that one turn of the event loop brings, and while `atOnce` of it are
 * under way, for all that comes in the meantime. The work gives what came of each value, in their order.
 */
export class Gathered<In, Out = void> {
  private waiting: Waiting<In, Out>[] = [];
  private underWay = 0;
  private called = false;

  constructor(
    private readonly work: (values: In[]) => Promise<Soon<Out>[]>,
    private readonly most: number,
    private readonly atOnce = 1,
  ) {}

  add(value: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ value, resolve, reject });
      this.call();
    });
  }

  /** An immediate comes after all that the sockets had to say in this turn of the event loop. */
  private call(): void {
    if (this.called || this.underWay === this.atOnce || this.waiting.length === 0) return;
    this.called = true;
    setImmediate(() => {
      this.called = false;
      void this.begin();
    });
  }

  private async begin(): Promise<void> {
    const batch = this.waiting.splice(0, this.most);
    this.underWay++;
    this.call();
    try {
      const outs = await this.work(batch.map(({ value }) => value));
      batch.forEach(({ resolve }, index) => resolve(outs[index] as Soon<Out>));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.underWay--;
    this.call();
  }
}
