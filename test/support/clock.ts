import type { Clock } from '#platform/process/clock';

/** Replaces the clock of a running service. Shows the current time until it is moved. */
export class SettableClock {
  private ahead = 0;
  private stoppedAt: number | undefined;

  constructor(clock: Clock) {
    clock.millis = () => (this.stoppedAt ?? Date.now()) + this.ahead;
    clock.now = () => new Date(clock.millis());
  }

  advance({ ms = 0, minutes = 0, hours = 0, days = 0 }): void {
    this.ahead += ms + 60_000 * (minutes + 60 * (hours + 24 * days));
  }

  set(instant: string): void {
    this.ahead = Date.parse(instant) - (this.stoppedAt ?? Date.now());
  }

  /** Shows the same time until it is moved or reset. */
  stop(): void {
    this.stoppedAt = Date.now();
  }

  reset(): void {
    this.ahead = 0;
    this.stoppedAt = undefined;
  }
}
