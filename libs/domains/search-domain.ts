import { Inject, Injectable } from '@nestjs/common';
import { type Caller } from '#access';
import { type Settings, SETTINGS } from '#platform/config';
import type { SearchRequest, SearchResult, Suggestion } from './contract.js';
import { DomainName } from './model/domain-name.js';
import { type Currency, priceOf, showPrice } from './model/price.js';
import { currencyOr } from './model/quote.js';
import { availabilityOf } from './model/availability.js';
import { candidatesFor } from './model/suggestions.js';
import { Registrations } from './storage/registrations.js';

const MOST_SUGGESTIONS = 5;

/**
 * Whether a name can be had, at what price, and what else could be: a function of the catalogue, the name and what
 * this tenant has registered.
 * @throws InvalidDomain · UnsupportedTld
 */
@Injectable()
export class SearchDomain {
  constructor(
    private readonly registrations: Registrations,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(caller: Caller, request: SearchRequest): Promise<SearchResult> {
    const { tenant } = caller;
    const name = DomainName.parse(request.domain);
    caller.domain = name.name;
    const nearest = candidatesFor(name, MOST_SUGGESTIONS);
    const registered = await this.registrations.among(tenant.id, [name, ...nearest]);
    const status = registered.has(name.name) ? 'taken' : availabilityOf(name);
    const currency = currencyOr(tenant.currency);
    const free = nearest.filter(candidate => !registered.has(candidate.name));
    // The tenant has one of them itself, which is rare: only then are the others looked up as well.
    if (free.length < nearest.length)
      free.push(...(await this.freeAmong(tenant.id, candidatesFor(name).slice(nearest.length))));
    return {
      query: name.name,
      ...(name.unicode === name.name ? {} : { unicode: name.unicode }),
      status,
      tld: name.tld,
      price: showPrice(priceOf(name, status, currency)),
      suggestions: free.slice(0, MOST_SUGGESTIONS).map(candidate => suggest(candidate, currency)),
      meta: { source: this.settings.source },
    };
  }

  private async freeAmong(tenantId: string, names: DomainName[]): Promise<DomainName[]> {
    const registered = await this.registrations.among(tenantId, names);
    return names.filter(({ name }) => !registered.has(name));
  }
}

const suggest = (name: DomainName, currency: Currency): Suggestion => ({
  domain: name.name,
  tld: name.tld,
  status: 'available',
  price: showPrice(priceOf(name, 'available', currency)),
});
