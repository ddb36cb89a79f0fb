import { OutgoingFailure } from './outgoing-failure.js';

/** The latest end of a request: its own time, or the caller's signal before. */
export class Deadline {
  /** Fails when it has come, and never settles otherwise. */
  readonly reached: Promise<never>;
  private timer: NodeJS.Timeout;
  private interrupt: () => void;

  constructor(
    ms: number,
    private readonly signal?: AbortSignal,
  ) {
    this.reached = new Promise((_, fail) => {
      this.timer = setTimeout(() => fail(late(ms)), ms);
      this.interrupt = () => fail(new OutgoingFailure('interrupted', 'The request was interrupted.'));
    });
    this.reached.catch(() => {});
    signal?.addEventListener('abort', this.interrupt);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.signal?.removeEventListener('abort', this.interrupt);
  }
}

const late = (ms: number) => new OutgoingFailure('timeout', `There was no answer within ${ms / 1_000} s.`);
