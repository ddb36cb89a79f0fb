import { Injectable } from '@nestjs/common';
import { type Actor } from '#platform/audit';
import { Clock } from '#platform/clock';
import type { ApiKey, WhichKey } from './model/api-key.js';
import { makeKeyValue } from './model/key-value.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

/**
 * Puts a new key in the place of another, on the same terms; the old one works for so many hours more. The value is
 * given back once.
 * @throws KeyNotFound · KeyNotActive · TooManyKeys
 */
@Injectable()
export class RollKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  async execute(which: WhichKey, overlapHours: number, by: Actor): Promise<{ key: ApiKey; value: string }> {
    const at = this.clock.now();
    const made: { key: ApiKey; value: string }[] = [];
    await this.keys.change(which, by, { action: 'key.roll', at }, old => {
      const value = makeKeyValue(old.scope);
      const key = old.roll({ value, overlapHours, at });
      made.push({ key, value });
      return key;
    });
    return made[0]!;
  }
}
