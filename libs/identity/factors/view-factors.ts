import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Database } from '#platform/database';
import type { FactorsView, SecondStep } from '../contract.js';
import { RecoveryCode, TotpFactor } from '../model/factors.js';
import { Passkey } from '../model/passkey.js';
import { passkeysOf } from '../storage/passkeys.js';
import { viewPasskey } from './view-passkey.js';

/** Returns the factors of a person. */
@Injectable()
export class ViewFactors {
  constructor(private readonly database: Database) {}

  async execute(personId: string): Promise<FactorsView> {
    const { manager } = this.database;
    const passkeys = await passkeysOf(manager, personId);
    const totp = await manager.findOneBy(TotpFactor, { personId });
    return {
      totp_since: totp?.confirmedAt?.toISOString() ?? null,
      recovery_codes: await manager.countBy(RecoveryCode, { personId }),
      passkeys: passkeys.map(viewPasskey),
    };
  }

  /** How a person can finish a login, besides recovery codes. `rpId`: the host, if it can have passkeys. */
  async secondStep(personId: string, rpId: string | undefined): Promise<SecondStep> {
    const { manager } = this.database;
    const totp = await manager.existsBy(TotpFactor, { personId, confirmedAt: Not(IsNull()) });
    return { totp, passkey: rpId !== undefined && (await manager.existsBy(Passkey, { personId, rpId })) };
  }
}
