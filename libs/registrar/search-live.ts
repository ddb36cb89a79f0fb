import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { DomainName } from '#domains';
import { type SearchRequest, type SearchResult, toDecimal } from '#domains/contract';
import { CURRENCY } from './accounts.js';
import { AskRegistrar } from './ask-registrar.js';

/**
 * Returns the availability and prices of a domain at the registrar.
 * @throws InvalidDomain · UnsupportedTld · RegistrarUnavailable · RegistrarMisconfigured · RegistrarRefused
 */
@Injectable()
export class SearchLive {
  constructor(
    private readonly registrar: AskRegistrar,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(caller: Caller, request: SearchRequest): Promise<SearchResult> {
    const name = DomainName.parse(request.domain);
    caller.domain = name.name;
    const { available, premium } = await this.registrar.check(name);
    const { register, renew, transfer } = await this.registrar.prices(name.name);
    return {
      query: name.name,
      ...(name.unicode === name.name ? {} : { unicode: name.unicode }),
      status: available ? (premium ? 'premium' : 'available') : 'taken',
      tld: name.tld,
      price: {
        currency: CURRENCY,
        register: toDecimal(register, CURRENCY),
        renew: toDecimal(renew, CURRENCY),
        transfer: toDecimal(transfer, CURRENCY),
      },
      suggestions: [],
      meta: { source: this.settings.liveSource, rule: available ? 'default' : 'registered' },
    };
  }
}
