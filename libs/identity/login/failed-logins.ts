import { Injectable } from '@nestjs/common';
import { type Actor, auditAtMost } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { Secrets } from '#platform/security/secrets';
import { knownDeviceAttempt, type LoginAttempt, unknownDeviceAttempt } from '../model/login-attempt.js';
import type { Account } from '../model/person.js';
import { deviceOf } from './known-devices.js';
import { agentOf, type LoginClient } from './open-session.js';

/** Maximum number of failed logins in the audit log per minute. `LoginLimits` bounds them per address and account. */
const MAX_FAILURES = 30;
const MINUTE_MS = 60_000;

/** Records failed logins, and chooses the limits of an attempt. Passwords and codes share both. */
@Injectable()
export class FailedLogins {
  constructor(
    private readonly secrets: Secrets,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  attemptOf(email: string, account: Account | null, { address, deviceToken }: LoginClient): LoginAttempt {
    const device = deviceOf(this.secrets, deviceToken, account);
    return device ? knownDeviceAttempt(device) : unknownDeviceAttempt(email, account?.passwordHash, address);
  }

  /** The reason is only in the audit log, not in the response. */
  async record(
    { email, account, reason }: { email: string; account: Account | null; reason: string },
    { address, userAgent }: LoginClient,
  ): Promise<void> {
    const now = this.clock.now();
    const after = { email, reason, user_agent: agentOf(userAgent) };
    const change = { action: 'session.fail', subject: account?.id ?? email, after };
    const since = new Date(now.getTime() - MINUTE_MS);
    const by: Actor = { id: null, name: email, address };
    await this.database.transaction(tx => auditAtMost(MAX_FAILURES, since, tx, by, change, now));
  }
}
