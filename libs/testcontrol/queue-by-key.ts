/** Runs one task per key at a time, in the order of the calls. */
export class QueueByKey {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const running = (this.last.get(key) ?? Promise.resolve()).then(task, task);
    this.last.set(key, running);
    try {
      return await running;
    } finally {
      if (this.last.get(key) === running) this.last.delete(key);
    }
  }
}
