import { Injectable } from '@nestjs/common';
import { type Actor, Clock } from '#platform';
import type { ApiKey, KeyTerms } from './model/api-key.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

/**
 * Gives a key other permissions or another limit; holds for every process within a second.
 * @throws KeyNotFound · UnknownPermission · InvalidLimit
 */
@Injectable()
export class ChangeKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  execute(id: string, terms: Pick<KeyTerms, 'permissions' | 'limit'>, by: Actor): Promise<ApiKey> {
    return this.keys.change(id, by, { action: 'key.change', at: this.clock.now() }, key => key.change(terms));
  }
}
