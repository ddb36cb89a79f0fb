import { Injectable } from '@nestjs/common';
import { type Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import type { ApiKey, KeyChanges, KeyReference } from './model/api-key.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

/**
 * Changes name, permissions, limit or expiry of a key in every process.
 * @throws KeyNotFound · UnknownPermission · InvalidLimit · KeyNotActive · ExpiryPassed
 */
@Injectable()
export class ChangeKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  execute(reference: KeyReference, changes: KeyChanges, by: Actor): Promise<ApiKey> {
    const at = this.clock.now();
    return this.keys.change(reference, by, { action: 'key.change', at }, key => key.change(changes, at));
  }
}
