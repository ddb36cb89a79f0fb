import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, Secrets, UsageError } from '#platform';
import { otherKey } from '../storage/secrets.js';

/** A process with another key than the secrets were sealed with must not start: it could sign nothing. */
@Injectable()
export class CheckKey implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  async onModuleInit() {
    const other = await otherKey(this.database, this.secrets.keyId);
    if (other === undefined) return;
    throw new UsageError(
      `Webhook secrets were sealed with the encryption key ${other}, and this is ${this.secrets.keyId}: give the other one back in ENCRYPTION_KEY, or as encryption.key in DATA_DIR. If it is lost, remove the receivers (nameyard webhooks remove) and add them anew.`,
    );
  }
}
