import { Injectable } from '@nestjs/common';

/** Reads real time. The service reads it only here, except for new IDs, so that tests can replace it. */
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
