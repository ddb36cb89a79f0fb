import { Injectable } from '@nestjs/common';

/** Reads real time. Tests can replace it. Only new IDs, TLS certificates and CLI commands read the system clock themselves. */
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
