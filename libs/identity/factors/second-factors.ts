import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database, type Executor } from '#platform/database';
import { hashOfRecoveryCode, normalCode } from '../model/factors.js';
import { stepOfCode } from '../model/totp.js';
import { findFactor, findTotp, useRecoveryCode, useTotpStep } from '../storage/factors.js';
import { TotpSecrets } from './totp-secrets.js';

/** Names of second factors in the audit log. */
type UsedFactor = 'totp' | 'recovery code';

/** Checks the second factors of people who log in. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly database: Database,
    private readonly secrets: TotpSecrets,
    private readonly clock: Clock,
  ) {}

  /** Passkeys of other hosts count, too: a client chooses the host name that it sends. */
  async isRequired(personId: string): Promise<boolean> {
    return (await findFactor.first(this.database, { person: personId })) !== undefined;
  }

  /** Uses up a code of the authenticator app or a recovery code; undefined if it is wrong or was used before. */
  async use(tx: Executor, personId: string, given: string): Promise<UsedFactor | undefined> {
    const code = normalCode(given);
    if (/^\d{6}$/.test(code)) return (await this.useTotp(tx, personId, code)) ? 'totp' : undefined;
    const used = await useRecoveryCode.first(tx, { person: personId, hash: hashOfRecoveryCode(code) });
    return used && 'recovery code';
  }

  private async useTotp(tx: Executor, personId: string, code: string): Promise<boolean> {
    const found = await findTotp.first(tx, { person: personId });
    const secret = found && this.secrets.open(personId, found.sealed);
    const step = secret && stepOfCode(secret, code, this.clock.now());
    if (!step) return false;
    return (await useTotpStep.first(tx, { person: personId, step })) !== undefined;
  }
}
