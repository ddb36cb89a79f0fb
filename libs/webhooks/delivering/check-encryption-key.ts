import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { UsageError } from '#platform/http/errors';
import { Secrets } from '#platform/security/secrets';
import { findOtherKey } from '../storage/secrets.js';

/** Prevents the start of a process that cannot sign messages, because it has another encryption key. */
@Injectable()
export class CheckEncryptionKey implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async onModuleInit() {
    const other = await findOtherKey.first(this.database, { keys: this.secrets.keyIds, now: this.clock.now() });
    if (!other) return;
    const [first, ...more] = other.receivers;
    const receivers = `${first}${more.length > 0 ? ` and ${more.length} more` : ''}`;
    throw new UsageError(
      `The webhook secrets of receiver ${receivers} were encrypted with the key ${other.keyId}, but this process has the key ${this.secrets.keyId}. Restore the other key in ENCRYPTION_KEY, or as encryption.key in DATA_DIR. If it is lost, remove these receivers (nameyard webhooks remove) and add them again.`,
    );
  }
}
