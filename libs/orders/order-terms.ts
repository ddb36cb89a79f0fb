import type { Caller, RegistrySettings } from '#identity/access';
import { covers, featuresOf, ownerProblems } from '#domains';
import { type Currency, type Owner, type RegistrationSettings, toDecimal } from '#domains/contract';
import type { Refusal } from '#platform/http/errors';
import { ValidationFailed } from '#platform/model';
import type { MaxAmount } from './contract.js';
import { PriceNotAccepted } from './model/errors.js';

interface Price {
  tld: string;
  currency: Currency;
  /** In minor units. */
  total: number;
  catalogueDecision: { availability: string };
}

/** Fields of an order request that are checked against the TLD, the price and the settings of the tenant. */
interface Terms {
  owner?: Owner;
  max_amount?: MaxAmount;
  settings?: RegistrationSettings;
}

/** Additional checks that a tenant has switched on. */
type Strictness = Pick<RegistrySettings, 'strict_prices' | 'strict_owners'>;

const LENIENT: Strictness = { strict_prices: false, strict_owners: false };

/** The additional checks apply only to requests to the API, which have no `channel`. */
export const strictnessOf = ({ tenant, channel }: Caller): Strictness =>
  channel === undefined ? tenant.registry : LENIENT;

/** Why the fields of an order are invalid for the TLD or the tenant; undefined if they are valid. */
export function findFieldsError(
  { owner, max_amount, settings }: Terms,
  { tld, currency }: Pick<Price, 'tld' | 'currency'>,
  { strict_owners: strict }: Strictness,
): ValidationFailed | undefined {
  const problems = owner ? ownerProblems(tld, owner, { strict, field: 'owner' }) : [];
  if (max_amount && max_amount.currency !== currency)
    problems.push({ field: 'max_amount.currency', message: `must be ${currency}, the currency of the tenant` });
  if (settings?.privacy && !featuresOf(tld).includes('privacy'))
    problems.push({ field: 'settings.privacy', message: `must be false, because .${tld} does not support it` });
  return problems.length > 0 ? new ValidationFailed(problems) : undefined;
}

/** Why the caller does not accept the price; undefined if it is accepted. */
export function findPriceError(
  { max_amount }: Terms,
  { total, currency, catalogueDecision }: Price,
  { strict_prices }: Strictness,
): PriceNotAccepted | undefined {
  const amount = { currency, total: toDecimal(total, currency) };
  if (max_amount && !covers(max_amount.total, total, currency))
    return new PriceNotAccepted('max_amount.total', 'is less than the price', amount);
  if (strict_prices && !max_amount && catalogueDecision.availability === 'premium')
    return new PriceNotAccepted('max_amount', 'is required to accept the premium price', amount);
  return undefined;
}

/** Why an order cannot be placed, apart from the availability of its domain; undefined if it can. */
export const findOrderError = (terms: Terms, price: Price, strictness: Strictness): Refusal | undefined =>
  findFieldsError(terms, price, strictness) ?? findPriceError(terms, price, strictness);
