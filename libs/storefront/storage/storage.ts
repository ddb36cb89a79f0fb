import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { StorefrontMapping } from './storefront.mapping.js';

export const storefrontStorage: Storage = {
  schema: 'storefront',
  entities: [StorefrontMapping],
  migrations: Object.values(migrations),
};
