import { Injectable } from '@nestjs/common';
import type { LoginAttempt } from '../model/login-attempt.js';
import { HashQueue } from './hash-queue.js';
import { LoginLimits } from './login-limits.js';
import { hashPassword, matchesHash } from './password-hash.js';

/** Hashes and verifies passwords through the hash queue. Every verification is an attempt that limits apply to. */
@Injectable()
export class Passwords {
  constructor(
    private readonly queue: HashQueue,
    private readonly limits: LoginLimits,
  ) {}

  /** Hashes a new password. Only operators, logged-in people and holders of a valid link set one. */
  hash(password: string): Promise<string> {
    return this.queue.run({ isKnown: true }, () => hashPassword(password));
  }

  /**
   * Returns whether the password matches the hash. Without a hash, it returns false after the same time. Limits are
   * checked before the attempt enters the queue. An attempt that finds the queue full is not counted.
   * @throws LoginLimited · HashQueueFull
   */
  async verify(password: string, passwordHash: string | undefined, attempt: LoginAttempt): Promise<boolean> {
    await this.limits.check(attempt.limits);
    const matches = await this.queue.run(attempt, async () => {
      await this.limits.consume(attempt.limits);
      return matchesHash(password, passwordHash);
    });
    if (matches) await this.limits.refund(attempt.limits);
    return matches;
  }
}
