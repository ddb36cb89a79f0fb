import { Injectable } from '@nestjs/common';
import { type Actor } from '#platform/audit';
import { Clock } from '#platform/clock';
import type { ApiKey, KeyTerms, WhichKey } from './model/api-key.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

/**
 * Gives a key another name, other permissions or another limit; holds for every process within a second.
 * @throws KeyNotFound · UnknownPermission · InvalidLimit
 */
@Injectable()
export class ChangeKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  execute(which: WhichKey, terms: Pick<KeyTerms, 'name' | 'permissions' | 'limit'>, by: Actor): Promise<ApiKey> {
    return this.keys.change(which, by, { action: 'key.change', at: this.clock.now() }, key => key.change(terms));
  }
}
