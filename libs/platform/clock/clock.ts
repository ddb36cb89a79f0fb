import { Injectable } from '@nestjs/common';

/** The only place that reads the wall clock; tests hand in a clock of their own. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** Milliseconds since 1970, without the cost of a Date. */
  millis(): number {
    return Date.now();
  }
}
