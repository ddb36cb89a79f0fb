import { Injectable } from '@nestjs/common';

/** The only reader of the wall clock, which tests replace. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** Milliseconds since 1970. */
  millis(): number {
    return Date.now();
  }
}
