import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { LoggedInPerson } from '#access';
import { audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { CheckCurrentPassword } from '../login/check-current-password.js';
import { LoginLimits } from '../login/login-limits.js';
import { TotpActive, TotpMissing, WrongCode } from '../model/errors.js';
import { normalCode, RecoveryCode, RECOVERY_CODES, TotpFactor } from '../model/factors.js';
import { sessionAttempt } from '../model/login-attempt.js';
import { newTotpSecret, stepOfCode, totpUri } from '../model/totp.js';
import { hasFactor, lockFactors, removeUnneededCodes, replaceRecoveryCodes } from '../storage/factors.js';
import { TotpSecrets } from './totp-secrets.js';

/** The authenticator app of a logged-in person, and its recovery codes. */
@Injectable()
export class Totp {
  constructor(
    private readonly dataSource: DataSource,
    private readonly password: CheckCurrentPassword,
    private readonly limits: LoginLimits,
    private readonly secrets: TotpSecrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a secret, which is not used before it is confirmed. It replaces one that was not confirmed.
   * @throws TotpActive · WrongPassword · LoginLimited
   */
  async setUp(person: LoggedInPerson, password: string): Promise<{ secret: string; uri: string }> {
    const { id: personId } = person;
    await this.password.execute(person, password);
    const secret = newTotpSecret();
    await this.dataSource.transaction(async tx => {
      await lockFactors(tx, personId);
      const current = await tx.findOneBy(TotpFactor, { personId });
      if (current?.confirmedAt) throw new TotpActive();
      const [sealed, createdAt] = [this.secrets.seal(personId, secret), this.clock.now()];
      await tx.save(TotpFactor, { personId, sealed, createdAt, confirmedAt: null, lastStep: 0 });
    });
    return { secret, uri: totpUri(secret, person.name) };
  }

  /**
   * Makes the secret a second factor, and returns recovery codes. The code cannot be used to log in, too.
   * @throws TotpMissing · TotpActive · WrongCode · LoginLimited
   */
  async confirm(person: LoggedInPerson, code: string): Promise<string[]> {
    const { limits } = sessionAttempt(person.sessionId);
    await this.limits.check(limits);
    await this.limits.consume(limits);
    const at = this.clock.now();
    const codes = await this.dataSource.transaction(async tx => {
      await lockFactors(tx, person.id);
      const factor = await tx.findOneBy(TotpFactor, { personId: person.id });
      if (!factor) throw new TotpMissing();
      if (factor.confirmedAt) throw new TotpActive();
      const secret = this.secrets.open(person.id, factor.sealed);
      const step = secret && stepOfCode(secret, normalCode(code), at);
      if (!step) throw new WrongCode();
      await tx.update(TotpFactor, { personId: person.id }, { confirmedAt: at, lastStep: step });
      const after = { factor: 'totp', recovery_codes: RECOVERY_CODES };
      await audit(tx, person, { action: 'factor.add', subject: person.id, after }, at);
      return replaceRecoveryCodes(tx, person.id);
    });
    await this.limits.refund(limits);
    return codes;
  }

  /**
   * Removes the authenticator app, and the recovery codes unless the person has passkeys.
   * @throws TotpMissing · WrongPassword · LoginLimited
   */
  async remove(person: LoggedInPerson, password: string): Promise<void> {
    await this.change(person, password, async (tx, at) => {
      const factor = await tx.findOneBy(TotpFactor, { personId: person.id });
      if (!factor?.confirmedAt) throw new TotpMissing();
      await tx.delete(TotpFactor, { personId: person.id });
      await removeUnneededCodes(tx, person.id);
      await audit(tx, person, { action: 'factor.remove', subject: person.id, before: { factor: 'totp' } }, at);
    });
  }

  /**
   * Replaces all recovery codes of a person with an authenticator app or a passkey.
   * @throws TotpMissing · WrongPassword · LoginLimited
   */
  renewRecoveryCodes(person: LoggedInPerson, password: string): Promise<string[]> {
    return this.change(person, password, async (tx, at) => {
      if (!(await hasFactor(tx, person.id))) throw new TotpMissing();
      const before = { recovery_codes: await tx.countBy(RecoveryCode, { personId: person.id }) };
      const after = { factor: 'recovery codes', recovery_codes: RECOVERY_CODES };
      await audit(tx, person, { action: 'factor.renew-codes', subject: person.id, before, after }, at);
      return replaceRecoveryCodes(tx, person.id);
    });
  }

  private async change<Result>(
    person: LoggedInPerson,
    password: string,
    work: (tx: EntityManager, at: Date) => Promise<Result>,
  ): Promise<Result> {
    await this.password.execute(person, password);
    return this.dataSource.transaction(async tx => {
      await lockFactors(tx, person.id);
      return work(tx, this.clock.now());
    });
  }
}
