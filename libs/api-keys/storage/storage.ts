import type { Storage } from '#platform/database';
import { ApiKeyMapping } from './api-key.mapping.js';
import { CreateKeys1763683202000 } from './migrations/1763683202000-create-keys.js';
import { RollKeys1763683211000 } from './migrations/1763683211000-roll-keys.js';

export const apiKeysStorage: Storage = {
  schema: 'api_keys',
  entities: [ApiKeyMapping],
  migrations: [CreateKeys1763683202000, RollKeys1763683211000],
};
