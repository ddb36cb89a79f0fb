import { Injectable } from '@nestjs/common';
import { Unavailable } from '#platform';
import { hashPassword, matchesHash } from './password-hash.js';

/** Each one takes a core for tens of milliseconds and 19 MiB; more at a time would starve the API beside them. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 32;

/** Hashes and verifies passwords, a few at a time. */
@Injectable()
export class Passwords {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  hash(password: string): Promise<string> {
    return this.inTurn(() => hashPassword(password));
  }

  /** Takes as long for somebody who does not exist. */
  matches(password: string, known: string | undefined): Promise<boolean> {
    return this.inTurn(() => matchesHash(password, known));
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.busy < MOST_AT_ONCE) this.busy++;
    else await this.turn();
    try {
      return await work();
    } finally {
      // Whoever waits takes the place over, before anybody who comes just now.
      const next = this.waiting.shift();
      if (next) next();
      else this.busy--;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= MOST_WAITING) throw new TooManyLogins();
    return new Promise(resolve => this.waiting.push(resolve));
  }
}

class TooManyLogins extends Unavailable {
  constructor() {
    super('SERVICE_UNAVAILABLE', 'Too many people are logging in at this moment; try again in a few seconds.', {
      headers: { 'Retry-After': '5' },
    });
  }
}
