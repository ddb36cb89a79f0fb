import { DomainName } from './domain-name.js';
import { type Currency, DEFAULT_CURRENCY, isCurrency, priceOf, total } from './price.js';
import { type Availability, availabilityOf } from './availability.js';

/** What a name costs for a number of years, by the catalogue alone. */
export interface Quote {
  domain: string;
  tld: string;
  availability: Availability;
  currency: Currency;
  /** In minor units. */
  total: number;
}

/** @throws InvalidDomain · UnsupportedTld */
export function quote(domain: string, years: number, currency: string): Quote {
  const name = DomainName.parse(domain);
  const availability = availabilityOf(name);
  const chosen = currencyOr(currency);
  return {
    domain: name.name,
    tld: name.tld,
    availability,
    currency: chosen,
    total: total(priceOf(name, availability, chosen), years),
  };
}

/** A tenant's currency; one that this version's catalogue does not price becomes the default. */
export const currencyOr = (currency: string): Currency => (isCurrency(currency) ? currency : DEFAULT_CURRENCY);
