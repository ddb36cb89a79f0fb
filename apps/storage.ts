import type { Storage } from '#platform/database';
import { platformStorage } from '#platform';
import { accountsStorage } from '#accounts';
import { apiKeysStorage } from '#api-keys';
import { checkoutStorage } from '#checkout';
import { domainsStorage } from '#domains';
import { ordersStorage } from '#orders';
import { registrarStorage } from '#registrar';
import { rehearsalStorage } from '#rehearsal';
import { storefrontStorage } from '#storefront';
import { tenancyStorage } from '#tenancy';
import { usageStorage } from '#usage';
import { webhooksStorage } from '#webhooks';

/** Tables of all modules, one schema per module. */
export const storages: Storage[] = [
  platformStorage,
  tenancyStorage,
  apiKeysStorage,
  accountsStorage,
  domainsStorage,
  ordersStorage,
  checkoutStorage,
  usageStorage,
  webhooksStorage,
  registrarStorage,
  storefrontStorage,
  rehearsalStorage,
];
