import type { BusinessTime } from '#platform/model';
import { type Currency, quoteRenewal } from './price.js';
import { addYears, MAX_YEARS, findTermError, type Registration } from './registration.js';

/** A number of years by which a registration can be renewed. */
export interface RenewalTerm {
  years: number;
  currency: Currency;
  /** In minor units of the currency. */
  total: number;
  /** End of the registration after the renewal. */
  expiresAt: BusinessTime;
}

/** All terms by which a registration can be renewed now, shortest first. */
export function renewalTerms(
  { domain, expiresAt }: Pick<Registration, 'domain' | 'expiresAt'>,
  tenantCurrency: string,
  now: BusinessTime,
  percent = 100,
): RenewalTerm[] {
  const allowed = Array.from({ length: MAX_YEARS }, (_, index) => index + 1).filter(
    years => !findTermError(expiresAt, years, now),
  );
  return allowed.map(years => {
    const { currency, total } = quoteRenewal(domain, years, tenantCurrency, percent);
    return { years, currency, total, expiresAt: addYears(expiresAt, years) };
  });
}
