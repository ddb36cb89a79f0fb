/** A background loop: repeats `work` with a pause after each run. Runs never overlap. */
export class Repeating {
  running = false;
  private timer: NodeJS.Timeout | undefined;
  private isWorking = false;
  private isWoken = false;
  private current: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly pauseMs: number,
    private readonly work: () => Promise<unknown>,
  ) {}

  start(): void {
    this.running = true;
    this.schedule(this.pauseMs);
  }

  /** Skips the pause. During a run, requests another run right after it. */
  wake(): void {
    if (!this.running) return;
    if (this.isWorking) this.isWoken = true;
    else this.schedule(0);
  }

  /** Resolves when the current run has finished. */
  async stop(): Promise<void> {
    this.running = false;
    clearTimeout(this.timer);
    await this.current;
  }

  private schedule(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void (this.current = this.runOnce()), ms);
  }

  private async runOnce(): Promise<void> {
    this.isWorking = true;
    this.isWoken = false;
    try {
      await this.work();
    } finally {
      this.isWorking = false;
      if (this.running) this.schedule(this.isWoken ? 0 : this.pauseMs);
    }
  }
}
