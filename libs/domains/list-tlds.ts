import { tlds } from './catalogue/catalogue.js';
import type { TldView } from './contract.js';
import { featuresOf, requiredOwnerFields } from './model/owner.js';
import { listPriceOf, supportedCurrency, toDecimalPrice } from './model/price.js';
import { MAX_YEARS } from './model/registration.js';

/** The TLDs of the catalogue with their prices in a currency. */
export function listTlds(tenantCurrency: string, pricePercent: number): TldView[] {
  const currency = supportedCurrency(tenantCurrency);
  return [...tlds.keys()].map(tld => ({
    tld,
    price: toDecimalPrice(listPriceOf(tld, currency, pricePercent)),
    years: { min: 1, max: MAX_YEARS },
    required_owner_fields: requiredOwnerFields(tld),
    features: featuresOf(tld),
  }));
}
