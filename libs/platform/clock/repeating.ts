/** Work that is done again and again with a pause between, never twice at a time; `stop` waits for what is under way. */
export class Repeating {
  running = false;
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly pauseMs: number,
    private readonly work: () => Promise<unknown>,
  ) {}

  start(): void {
    this.running = true;
    this.wait();
  }

  async stop(): Promise<void> {
    this.running = false;
    clearTimeout(this.timer);
    await this.current;
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      this.current = this.work().finally(() => this.running && this.wait());
    }, this.pauseMs);
  }
}
