import { Injectable } from '@nestjs/common';
import { type Actor } from '#platform/audit';
import { Clock } from '#platform/clock';
import type { ApiKey, WhichKey } from './model/api-key.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

/**
 * Ends a key for good; every process refuses it within a second.
 * @throws KeyNotFound
 */
@Injectable()
export class RevokeKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  execute(which: WhichKey, by: Actor): Promise<ApiKey> {
    const at = this.clock.now();
    return this.keys.change(which, by, { action: 'key.revoke', at }, key => key.revoke(at));
  }
}
