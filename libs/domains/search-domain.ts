import { Inject, Injectable } from '@nestjs/common';
import { type Caller } from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Metrics } from '#platform/http';
import type { SearchRequest, SearchResult, Suggestion } from './contract.js';
import { DomainName } from './model/domain-name.js';
import { type Currency, priceOf, supportedCurrency, toDecimalPrice } from './model/price.js';
import { AVAILABILITIES, decide, decideForTenant } from './model/availability.js';
import { candidatesFor } from './model/suggestions.js';
import { Registrations } from './storage/registrations.js';

const MAX_SUGGESTIONS = 5;

/**
 * Returns the availability and prices of a domain, and suggests alternatives. The result depends only on the catalogue,
 * the domain, and the currency, registry settings and registrations of the tenant.
 * @throws InvalidDomain · UnsupportedTld
 */
@Injectable()
export class SearchDomain {
  private readonly searches;

  constructor(
    private readonly registrations: Registrations,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.searches = metrics.counter('nameyard_searches_total', 'Searches, by availability of the name.', {
      status: AVAILABILITIES,
    });
  }

  async execute(caller: Caller, request: SearchRequest): Promise<SearchResult> {
    const { tenant } = caller;
    const name = DomainName.parse(request.domain);
    caller.domain = name.name;
    const candidates = candidatesFor(name, MAX_SUGGESTIONS);
    const holdings = await this.registrations.holdingsOf(tenant.id, [name, ...candidates]);
    const { availability: status, rule } = decideForTenant(decide(name.unicodeLabel), holdings.get(name.name));
    const currency = supportedCurrency(tenant.currency);
    const percent = tenant.registry.price_percent;
    const suggestions = candidates.filter(candidate => !holdings.has(candidate.name));
    // More candidates are needed only in the rare case that the tenant holds or has reserved one.
    if (suggestions.length < candidates.length) {
      const more = candidatesFor(name).slice(candidates.length);
      const moreHoldings = await this.registrations.holdingsOf(tenant.id, more);
      suggestions.push(...more.filter(candidate => !moreHoldings.has(candidate.name)));
    }
    this.searches.inc({ status });
    return {
      query: name.name,
      ...(name.unicode === name.name ? {} : { unicode: name.unicode }),
      status,
      tld: name.tld,
      price: toDecimalPrice(priceOf(name, status, currency, percent)),
      suggestions: suggestions.slice(0, MAX_SUGGESTIONS).map(candidate => suggestionView(candidate, currency, percent)),
      meta: { source: this.settings.source, rule },
    };
  }
}

const suggestionView = (name: DomainName, currency: Currency, percent: number): Suggestion => ({
  domain: name.name,
  tld: name.tld,
  status: 'available',
  price: toDecimalPrice(priceOf(name, 'available', currency, percent)),
});
