import { Injectable } from '@nestjs/common';
import { type Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import type { ApiKey, KeyReference } from './model/api-key.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

/**
 * Revokes a key permanently. Afterwards, every process rejects it.
 * @throws KeyNotFound
 */
@Injectable()
export class RevokeKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  execute(reference: KeyReference, by: Actor): Promise<ApiKey> {
    const at = this.clock.now();
    return this.keys.change(reference, by, { action: 'key.revoke', at }, key => key.revoke(at));
  }
}
