import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Secrets } from '#platform/security/secrets';
import { Database, type Executor } from '#platform/database';
import type { FactorsView, PasskeyView, SecondStep } from '../contract.js';
import { hashOfRecoveryCode, normalCode, RecoveryCode, totpContext, TotpFactor } from '../model/factors.js';
import { Passkey } from '../model/passkey.js';
import { stepOfCode } from '../model/totp.js';
import { lockAccount } from '../storage/account.repository.js';
import { endAccess } from '../storage/end-access.js';
import { findTotp, hasFactor, hasTotp, lockFactors, useRecoveryCode, useTotpStep } from '../storage/factors.js';
import { passkeysOf } from '../storage/passkeys.js';

/** Kinds of codes, as the audit log names them. */
type UsedFactor = 'totp' | 'recovery code';

@Injectable()
export class Factors {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async view(personId: string): Promise<FactorsView> {
    const { manager } = this.database;
    const passkeys = await passkeysOf(manager, personId);
    const totp = await manager.findOneBy(TotpFactor, { personId });
    return {
      totp_since: totp?.confirmedAt?.toISOString() ?? null,
      recovery_codes: await manager.countBy(RecoveryCode, { personId }),
      passkeys: passkeys.map(viewPasskey),
    };
  }

  /** Whether a login needs a second factor. Passkeys of all hosts count, because a client chooses the host that it sends. */
  isRequired(personId: string): Promise<boolean> {
    return hasFactor(this.database.manager, personId);
  }

  /** How a person can finish a login, besides recovery codes. `rpId` is the host; undefined if it cannot have passkeys. */
  async secondStep(personId: string, rpId: string | undefined): Promise<SecondStep> {
    const { manager } = this.database;
    const totp = await hasTotp(manager, personId);
    return { totp, passkey: rpId !== undefined && (await manager.existsBy(Passkey, { personId, rpId })) };
  }

  /** Uses up a code of the authenticator app or a recovery code; undefined if it is wrong or was used before. */
  async useCode(tx: Executor, personId: string, given: string): Promise<UsedFactor | undefined> {
    const code = normalCode(given);
    if (/^\d{6}$/.test(code)) return (await this.useTotp(tx, personId, code)) ? 'totp' : undefined;
    const used = await useRecoveryCode.first(tx, { person: personId, hash: hashOfRecoveryCode(code) });
    return used && 'recovery code';
  }

  /**
   * Removes all factors of a person who lost them, ends their sessions and revokes their tokens. Their password stays.
   * Returns the names of the removed factors, and the number of revoked tokens.
   * @throws AccountNotFound
   */
  reset(personId: string, by: Actor): Promise<{ removed: string[]; revokedTokens: number }> {
    const at = this.clock.now();
    return this.database.transaction(async tx => {
      await lockFactors(tx, personId);
      const totp = await tx.findOneBy(TotpFactor, { personId });
      const { affected: passkeys } = await tx.delete(Passkey, { personId });
      const factors = [...(totp?.confirmedAt ? ['totp'] : []), ...(passkeys ? ['passkeys'] : [])];
      await tx.delete(RecoveryCode, { personId });
      await tx.delete(TotpFactor, { personId });
      // Logins lock in the same order: factors before the person.
      const account = await lockAccount(tx, personId);
      const { tokens: revokedTokens } = await endAccess(tx, account, at);
      const after = { factors: [], revoked_tokens: revokedTokens };
      const change = { before: { email: account.email, factors }, after };
      await audit(tx, by, { action: 'factor.reset', subject: personId, ...change }, at);
      return { removed: factors, revokedTokens };
    });
  }

  private async useTotp(tx: Executor, personId: string, code: string): Promise<boolean> {
    const found = await findTotp.first(tx, { person: personId });
    // A secret sealed with another encryption key does not open; recovery codes still work.
    const secret = found && this.secrets.tryOpen(found.sealed, totpContext(personId));
    const step = secret && stepOfCode(secret, code, this.clock.now());
    if (!step) return false;
    return (await useTotpStep.first(tx, { person: personId, step })) !== undefined;
  }
}

export const viewPasskey = ({ id, name, rpId, backedUp, createdAt, lastUsedAt }: Passkey): PasskeyView => ({
  id,
  name,
  host: rpId,
  backed_up: backedUp,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
