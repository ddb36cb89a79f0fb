/**
 * Work that is done again and again with a pause between, never twice at a time; `wake` cuts the pause short, `stop`
 * waits for what is under way.
 */
export class Repeating {
  running = false;
  private timer: NodeJS.Timeout | undefined;
  private working = false;
  private awake = false;
  private current: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly pauseMs: number,
    private readonly work: () => Promise<unknown>,
  ) {}

  start(): void {
    this.running = true;
    this.wait(this.pauseMs);
  }

  /** There is something to do: at once, or once more when what is under way is done. */
  wake(): void {
    if (!this.running) return;
    if (this.working) this.awake = true;
    else this.wait(0);
  }

  async stop(): Promise<void> {
    this.running = false;
    clearTimeout(this.timer);
    await this.current;
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void (this.current = this.turn()), ms);
  }

  private async turn(): Promise<void> {
    this.working = true;
    this.awake = false;
    try {
      await this.work();
    } finally {
      this.working = false;
      if (this.running) this.wait(this.awake ? 0 : this.pauseMs);
    }
  }
}
