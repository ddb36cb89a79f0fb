import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#platform/database';
import type { LoggedInPerson } from '#identity/access';
import { audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Secrets } from '#platform/security/secrets';
import { LoginLimits } from '../login/login-limits.js';
import { TotpActive, TotpMissing, WrongCode } from '../model/errors.js';
import { normalCode, RecoveryCode, RECOVERY_CODES, totpContext, TotpFactor } from '../model/factors.js';
import { sessionAttempt } from '../model/login-attempt.js';
import { newTotpSecret, stepOfCode, totpUri } from '../model/totp.js';
import { endOtherLogins } from '../storage/end-access.js';
import { hasFactor, lockFactors, removeUnneededCodes, replaceRecoveryCodes } from '../storage/factors.js';

/** The authenticator app of a logged-in person, and its recovery codes. */
@Injectable()
export class Totp {
  constructor(
    private readonly database: Database,
    private readonly limits: LoginLimits,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a secret, which is not used before it is confirmed. It replaces one that was not confirmed.
   * Only this session can confirm it.
   * @throws TotpActive
   */
  async setUp(person: LoggedInPerson): Promise<{ secret: string; uri: string }> {
    const { id: personId, sessionId } = person;
    const secret = newTotpSecret();
    await this.database.transaction(async tx => {
      await lockFactors(tx, personId);
      const current = await tx.findOneBy(TotpFactor, { personId });
      if (current?.confirmedAt) throw new TotpActive();
      const { sealed } = this.secrets.seal(`${secret} ${sessionId}`, totpContext(personId));
      await tx.save(TotpFactor, { personId, sealed, createdAt: this.clock.now(), confirmedAt: null, lastStep: 0 });
    });
    return { secret, uri: totpUri(secret, person.email) };
  }

  /**
   * Makes the secret a second factor, ends the person's other sessions, and returns recovery codes. The same code cannot be
   * used to log in afterwards.
   * @throws TotpMissing · TotpActive · WrongCode · LoginLimited · LoginRequired
   */
  async confirm(person: LoggedInPerson, code: string): Promise<string[]> {
    const { limits } = sessionAttempt(person.sessionId);
    return this.limits.attempt(limits, () =>
      this.change(person, async (tx, at) => {
        const factor = await tx.findOneBy(TotpFactor, { personId: person.id });
        if (!factor) throw new TotpMissing();
        if (factor.confirmedAt) throw new TotpActive();
        const context = totpContext(person.id);
        const [secret, owner] = (this.secrets.tryOpen(factor.sealed, context) ?? '').split(' ');
        if (secret === undefined || owner !== person.sessionId) throw new TotpMissing();
        const step = stepOfCode(secret, normalCode(code), at);
        if (!step) throw new WrongCode();
        const { sealed } = this.secrets.seal(secret, context);
        await tx.update(TotpFactor, { personId: person.id }, { sealed, confirmedAt: at, lastStep: step });
        const after = { factor: 'totp', recovery_codes: RECOVERY_CODES };
        await audit(tx, person, { action: 'factor.add', subject: person.id, after }, at);
        return replaceRecoveryCodes(tx, person.id);
      }),
    );
  }

  /**
   * Removes the authenticator app, and the recovery codes unless the person has passkeys.
   * @throws TotpMissing · LoginRequired
   */
  async remove(person: LoggedInPerson): Promise<void> {
    await this.change(person, async (tx, at) => {
      const factor = await tx.findOneBy(TotpFactor, { personId: person.id });
      if (!factor?.confirmedAt) throw new TotpMissing();
      await tx.delete(TotpFactor, { personId: person.id });
      await removeUnneededCodes(tx, person.id);
      await audit(tx, person, { action: 'factor.remove', subject: person.id, before: { factor: 'totp' } }, at);
    });
  }

  /**
   * Replaces all recovery codes of a person with an authenticator app or a passkey.
   * @throws TotpMissing · LoginRequired
   */
  renewRecoveryCodes(person: LoggedInPerson): Promise<string[]> {
    return this.change(person, async (tx, at) => {
      if (!(await hasFactor(tx, person.id))) throw new TotpMissing();
      const before = { recovery_codes: await tx.countBy(RecoveryCode, { personId: person.id }) };
      const after = { factor: 'recovery codes', recovery_codes: RECOVERY_CODES };
      await audit(tx, person, { action: 'factor.renew-codes', subject: person.id, before, after }, at);
      return replaceRecoveryCodes(tx, person.id);
    });
  }

  /** Every change ends the person's other sessions. */
  private change<Result>(
    person: LoggedInPerson,
    work: (tx: EntityManager, at: Date) => Promise<Result>,
  ): Promise<Result> {
    return this.database.transaction(async tx => {
      await lockFactors(tx, person.id);
      const result = await work(tx, this.clock.now());
      await endOtherLogins(tx, person);
      return result;
    });
  }
}
