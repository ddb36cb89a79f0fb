import { Injectable } from '@nestjs/common';

/** Reads real time. Tests can replace it; only new IDs and TLS certificates read the time of the system. */
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
