import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { AccountNotFound } from '../model/errors.js';
import { RecoveryCode, TotpFactor } from '../model/factors.js';
import { Passkey } from '../model/passkey.js';
import { Account } from '../model/person.js';
import { lockFactors } from '../storage/factors.js';
import { endOtherSessions } from '../storage/sessions.js';

/** Removes all factors of a person who lost them, and ends their sessions. Their password stays. */
@Injectable()
export class ResetFactors {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the names of the removed factors.
   * @throws AccountNotFound
   */
  execute(personId: string, by: Actor): Promise<string[]> {
    return this.dataSource.transaction(async tx => {
      await lockFactors(tx, personId);
      const account = await tx.findOneBy(Account, { id: personId });
      if (!account) throw new AccountNotFound(personId);
      const totp = await tx.findOneBy(TotpFactor, { personId });
      const { affected: passkeys } = await tx.delete(Passkey, { personId });
      const factors = [...(totp?.confirmedAt ? ['totp'] : []), ...(passkeys ? ['passkeys'] : [])];
      await tx.delete(RecoveryCode, { personId });
      await tx.delete(TotpFactor, { personId });
      await endOtherSessions(tx, personId, null);
      const change = { before: { email: account.email, factors }, after: { factors: [] } };
      await audit(tx, by, { action: 'factor.reset', subject: personId, ...change }, this.clock.now());
      return factors;
    });
  }
}
