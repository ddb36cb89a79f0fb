import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '#identity/access';
import { Refusal } from '#platform/http/errors';
import { type Settings, SETTINGS } from '#platform/process/config';
import type { CheckedDomain, CheckRequest, CheckResult } from './contract.js';
import { decide, decideForTenant } from './model/availability.js';
import { DomainName } from './model/domain-name.js';
import { priceOf, supportedCurrency, toDecimalPrice } from './model/price.js';
import { Registrations } from './storage/registrations.js';

/** Returns the availability and prices of several domains, as searches do, with a single lookup. */
@Injectable()
export class CheckDomains {
  constructor(
    private readonly registrations: Registrations,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute({ tenant }: Caller, { domains }: CheckRequest): Promise<CheckResult> {
    const parsed = domains.map(parse);
    const names = parsed.filter(name => name instanceof DomainName);
    const holdings = await this.registrations.holdingsOf(tenant.id, names);
    const currency = supportedCurrency(tenant.currency);
    const results = parsed.map((name, index): CheckedDomain => {
      if (name instanceof Refusal) return invalidResult(domains[index]!, name);
      const { availability, rule } = decideForTenant(decide(name.unicodeLabel), holdings.get(name.name));
      const price = toDecimalPrice(priceOf(name, availability, currency, tenant.registry.price_percent));
      return { domain: name.name, status: availability, tld: name.tld, price, rule, error: null };
    });
    return { results, meta: { source: this.settings.source } };
  }
}

const invalidResult = (domain: string, { code, message }: Refusal): CheckedDomain => ({
  domain,
  status: null,
  tld: null,
  price: null,
  rule: null,
  error: { code, message },
});

function parse(text: string): DomainName | Refusal {
  try {
    return DomainName.parse(text);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
