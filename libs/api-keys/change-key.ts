import { Injectable } from '@nestjs/common';
import type { ApiKey, KeyTerms } from './model/api-key.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

/**
 * Gives a key other permissions or another limit; holds for every process within a second.
 * @throws KeyNotFound · UnknownPermission · InvalidLimit
 */
@Injectable()
export class ChangeKey {
  constructor(private readonly keys: ApiKeyRepository) {}

  execute(id: string, terms: Pick<KeyTerms, 'permissions' | 'limit'>): Promise<ApiKey> {
    return this.keys.change(id, key => key.change(terms));
  }
}
