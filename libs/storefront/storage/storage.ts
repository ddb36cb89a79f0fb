import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { StorefrontMapping } from './storefront.mapping.js';

const DAY_MS = 86_400_000;

const retention: Storage['retention'] = [
  { table: 'storefront.visitor_orders', old: 'created_at <= $1', afterMs: 365 * DAY_MS },
  { table: 'storefront.share_links', old: 'expires_at <= $1', afterMs: 0 },
];

export const storefrontStorage: Storage = {
  schema: 'storefront',
  entities: [StorefrontMapping],
  migrations: Object.values(migrations),
  retention,
  tenantRows: [
    { table: 'storefront.visitor_orders' },
    { table: 'storefront.share_links' },
    { table: 'storefront.storefronts' },
  ],
};
