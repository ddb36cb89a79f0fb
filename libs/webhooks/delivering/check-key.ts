import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { UsageError } from '#platform/errors';
import { Secrets } from '#platform/secrets';
import { otherKey } from '../storage/secrets.js';

/** A process with another key than the secrets were sealed with must not start: it could sign nothing. */
@Injectable()
export class CheckKey implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async onModuleInit() {
    const other = await otherKey(this.database, this.secrets.keyId, this.clock.now());
    if (!other) return;
    const [first, ...more] = other.receivers;
    const whose = `${first}${more.length > 0 ? ` and ${more.length} more` : ''}`;
    throw new UsageError(
      `The webhook secrets of receiver ${whose} were sealed with the encryption key ${other.keyId}, and this is ${this.secrets.keyId}: give the other one back in ENCRYPTION_KEY, or as encryption.key in DATA_DIR. If it is lost, remove those receivers (nameyard webhooks remove) and add them anew.`,
    );
  }
}
