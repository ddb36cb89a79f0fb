import { Injectable } from '@nestjs/common';
import { type Actor } from '#platform/audit';
import { Clock } from '#platform/clock';
import type { ApiKey, KeyTerms, KeyReference } from './model/api-key.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

/**
 * Changes name, permissions or limit of a key in every process.
 * @throws KeyNotFound · UnknownPermission · InvalidLimit
 */
@Injectable()
export class ChangeKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  execute(
    reference: KeyReference,
    terms: Pick<KeyTerms, 'name' | 'permissions' | 'limit'>,
    by: Actor,
  ): Promise<ApiKey> {
    return this.keys.change(reference, by, { action: 'key.change', at: this.clock.now() }, key => key.change(terms));
  }
}
