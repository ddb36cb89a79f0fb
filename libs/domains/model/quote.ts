import { type Currency, DEFAULT_CURRENCY, isCurrency } from '../catalogue/catalogue.js';
import { type Availability, availabilityOf } from './availability.js';
import { DomainName } from './domain-name.js';
import { priceOf, total } from './price.js';

/** The price of a domain for a number of years, and its availability according to the catalogue. */
export interface Quote {
  domain: string;
  tld: string;
  availability: Availability;
  currency: Currency;
  /** In minor units. */
  total: number;
}

/** @throws InvalidDomain · UnsupportedTld */
export function quote(domain: string, years: number, tenantCurrency: string): Quote {
  const name = DomainName.parse(domain);
  const availability = availabilityOf(name.unicodeLabel);
  const currency = supportedCurrency(tenantCurrency);
  const price = priceOf(name, availability, currency);
  return { domain: name.name, tld: name.tld, availability, currency, total: total(price, years) };
}

/** The currency of a tenant, or the default if the catalogue does not support it. */
export const supportedCurrency = (currency: string): Currency => (isCurrency(currency) ? currency : DEFAULT_CURRENCY);
