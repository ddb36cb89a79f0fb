import type { Storage } from '#platform/database';
import { platformStorage } from '#platform';
import { identityStorage } from '#identity';
import { apiKeysStorage } from '#api-keys';
import { checkoutStorage } from '#checkout';
import { domainsStorage } from '#domains';
import { facadesStorage } from '#facades';
import { ordersStorage } from '#orders';
import { registrarStorage } from '#registrar';
import { testControlStorage } from '#testcontrol';
import { storefrontStorage } from '#storefront';
import { tenancyStorage } from '#tenancy';
import { usageStorage } from '#usage';
import { webhooksStorage } from '#webhooks';

/** Tables of all modules, one schema per module. */
export const storages: Storage[] = [
  platformStorage,
  tenancyStorage,
  apiKeysStorage,
  identityStorage,
  domainsStorage,
  ordersStorage,
  checkoutStorage,
  usageStorage,
  webhooksStorage,
  registrarStorage,
  storefrontStorage,
  facadesStorage,
  testControlStorage,
];
