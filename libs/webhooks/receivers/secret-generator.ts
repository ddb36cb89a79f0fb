import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { newId } from '#platform/ids';
import { Secrets } from '#platform/secrets';
import { OtherEncryptionKey } from '../model/errors.js';
import { hintOf, newSecret } from '../model/signature.js';
import { sealingContext } from '../signing-secrets.js';
import { findOtherKey, type SecretRow } from '../storage/secrets.js';

/** Generates signing secrets and seals them. */
@Injectable()
export class SecretGenerator {
  constructor(
    private readonly secrets: Secrets,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the value of a new secret, to be shown once, and its sealed row.
   * @throws OtherEncryptionKey when the workers have another encryption key
   */
  async generate(receiverId: string, at: Date): Promise<{ value: string; row: SecretRow }> {
    const other = await findOtherKey(this.database, this.secrets.keyId, this.clock.now());
    if (other) throw new OtherEncryptionKey(this.secrets.keyId, other.keyId);
    const [id, value] = [newId('sec'), newSecret()];
    const row = { id, receiverId, ...this.secrets.seal(value, sealingContext(receiverId, id)), hint: hintOf(value) };
    return { value, row: { ...row, createdAt: at, expiresAt: null } };
  }
}
