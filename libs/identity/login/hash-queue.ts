import { Injectable } from '@nestjs/common';
import { ServiceUnavailable } from '#platform/http';

/** Each hash takes a core; more at the same time would starve the API in the same process. */
const CONCURRENCY = 2;

const MAX_WAITING = 32;

/** Keeps one source from filling the queue. */
const MAX_WAITING_PER_SOURCE = 4;

/** Additional queue slots for known callers. */
const RESERVED_FOR_KNOWN = 8;

export interface HashCaller {
  /** Callers with the same source share `MAX_WAITING_PER_SOURCE` slots; undefined for no such limit. */
  source?: string;
  /** Whether the caller is logged in, or uses a device that has logged in before. */
  isKnown: boolean;
}

/** Runs password hashes in the order of their arrival, two at a time. */
@Injectable()
export class HashQueue {
  private running = 0;
  private readonly waiting: { source: string | undefined; start: () => void }[] = [];

  /** @throws HashQueueFull */
  async run<T>(caller: HashCaller, work: () => Promise<T>): Promise<T> {
    if (this.running < CONCURRENCY) this.running++;
    else await this.wait(caller);
    try {
      return await work();
    } finally {
      // The next in line takes over the slot, so that a new arrival cannot overtake it.
      const next = this.waiting.shift();
      if (next) next.start();
      else this.running--;
    }
  }

  private wait({ source, isKnown }: HashCaller): Promise<void> {
    const slots = isKnown ? MAX_WAITING + RESERVED_FOR_KNOWN : MAX_WAITING;
    const own = this.waiting.filter(other => source !== undefined && other.source === source);
    if (this.waiting.length >= slots || own.length >= MAX_WAITING_PER_SOURCE) throw new HashQueueFull();
    return new Promise(start => this.waiting.push({ source, start }));
  }
}

class HashQueueFull extends ServiceUnavailable {
  constructor() {
    super('Too many logins are in progress. Try again in a few seconds.', 5);
  }
}
