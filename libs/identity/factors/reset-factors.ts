import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { RecoveryCode, TotpFactor } from '../model/factors.js';
import { Passkey } from '../model/passkey.js';
import { lockAccount } from '../storage/account.repository.js';
import { endAccess } from '../storage/end-access.js';
import { lockFactors } from '../storage/factors.js';

/** Removes all factors of a person who lost them, ends their sessions and revokes their tokens. Their password stays. */
@Injectable()
export class ResetFactors {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the names of the removed factors, and the number of revoked tokens.
   * @throws AccountNotFound
   */
  execute(personId: string, by: Actor): Promise<{ removed: string[]; revokedTokens: number }> {
    const at = this.clock.now();
    return this.database.transaction(async tx => {
      await lockFactors(tx, personId);
      const totp = await tx.findOneBy(TotpFactor, { personId });
      const { affected: passkeys } = await tx.delete(Passkey, { personId });
      const factors = [...(totp?.confirmedAt ? ['totp'] : []), ...(passkeys ? ['passkeys'] : [])];
      await tx.delete(RecoveryCode, { personId });
      await tx.delete(TotpFactor, { personId });
      // Logins lock a factor before its person, too.
      const account = await lockAccount(tx, personId);
      const { tokens: revokedTokens } = await endAccess(tx, account, at);
      const after = { factors: [], revoked_tokens: revokedTokens };
      const change = { before: { email: account.email, factors }, after };
      await audit(tx, by, { action: 'factor.reset', subject: personId, ...change }, at);
      return { removed: factors, revokedTokens };
    });
  }
}
