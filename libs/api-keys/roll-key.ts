import { Injectable } from '@nestjs/common';
import { type Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import type { ApiKey, KeyReference } from './model/api-key.js';
import { makeKeyValue } from './model/key-value.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

/**
 * Replaces a key by a new one with the same terms. The old key works for the hours of the overlap.
 * @throws KeyNotFound · KeyNotActive · TooManyKeys
 */
@Injectable()
export class RollKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  async execute(reference: KeyReference, overlapHours: number, by: Actor): Promise<{ key: ApiKey; value: string }> {
    const at = this.clock.now();
    let created: { key: ApiKey; value: string } | undefined;
    await this.keys.change(reference, by, { action: 'key.roll', at }, old => {
      const value = makeKeyValue(old.scope);
      created = { key: old.roll({ value, overlapHours, at }), value };
      return created.key;
    });
    return created!;
  }
}
