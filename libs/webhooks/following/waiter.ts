/** One request that waits for the events of a tenant. */
export class Waiter {
  private isClosed = false;
  private isNotified = false;
  private resume = () => {};

  /**
   * Waits for a notification, for at most `ms` milliseconds. A notification that arrived since the previous call counts,
   * so that none is missed between two calls.
   * @returns false when the time is up or the waiter is closed
   */
  async wait(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    if (!this.isNotified && !this.isClosed)
      await new Promise<void>(resolve => {
        this.resume = resolve;
        timer = setTimeout(resolve, ms);
      });
    clearTimeout(timer);
    const isNotified = this.isNotified;
    this.isNotified = false;
    return isNotified && !this.isClosed;
  }

  notify(): void {
    this.isNotified = true;
    this.resume();
  }

  /** The client disconnected, or the process is shutting down. */
  close(): void {
    this.isClosed = true;
    this.resume();
  }
}
