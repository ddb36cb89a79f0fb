import { Injectable } from '@nestjs/common';
import { FailedLogins } from '../login/failed-logins.js';
import { LoginLimits } from '../login/login-limits.js';
import { type LoggedIn, type LoginClient, OpenSession } from '../login/open-session.js';
import { factorsOf, PendingLogins } from '../login/pending-logins.js';
import { WrongCode } from '../model/errors.js';
import { SecondFactors } from './second-factors.js';

/**
 * Second step of a login: checks a code. Wrong codes count against the same limits as wrong passwords.
 * @throws LoginExpired · LoginLimited · WrongCode · LoginFailed
 */
@Injectable()
export class FinishLogin {
  constructor(
    private readonly pending: PendingLogins,
    private readonly factors: SecondFactors,
    private readonly limits: LoginLimits,
    private readonly failed: FailedLogins,
    private readonly sessions: OpenSession,
  ) {}

  async execute(pendingToken: string | undefined, code: string, client: LoginClient): Promise<LoggedIn> {
    const { account, first } = await this.pending.resume(pendingToken);
    const { limits } = this.failed.attemptOf(account.email, account, client);
    await this.limits.check(limits);
    await this.limits.consume(limits);
    let isRight = false;
    try {
      return await this.sessions.open(account, client, async tx => {
        const used = await this.factors.use(tx, account.id, code);
        if (!used) throw new WrongCode();
        isRight = true;
        return { with: factorsOf(first, used) };
      });
    } catch (error) {
      if (error instanceof WrongCode)
        await this.failed.record({ email: account.email, account, reason: 'wrong code' }, client);
      throw error;
    } finally {
      if (isRight) await this.limits.refund(limits);
    }
  }
}
