import { Injectable } from '@nestjs/common';
import type { Caller } from '#identity/access';
import { CheckDomains, listTlds, SearchDomain } from '#domains';
import type { CheckedDomain } from '#domains/contract';

const DEFAULT_TLD = 'com';

/** A keyword and the TLDs under which to search for it. */
interface KeywordSearch {
  keyword: string;
  /** The requested TLDs of the catalogue; undefined if none were requested. */
  tlds: string[] | undefined;
  /** The keyword under the first of these TLDs, or else under the TLD of the text. */
  domain: string;
}

/** Searches for domains with a keyword. */
@Injectable()
export class SearchKeyword {
  constructor(
    private readonly search: SearchDomain,
    private readonly check: CheckDomains,
  ) {}

  /**
   * Parses a text, for example `my shop` or `myshop.net`. Without requested TLDs, the TLD of the text is searched, or else
   * com. TLDs that are not in the catalogue are ignored.
   */
  parse({ tenant }: Caller, text: string, requestedTlds: string[]): KeywordSearch {
    const [keyword = '', ...rest] = text.toLowerCase().replace(/\s+/g, '').split('.');
    const known = listTlds(tenant.currency, tenant.registry.price_percent).map(({ tld }) => tld);
    const tldOfText = known.includes(rest.join('.')) ? rest.join('.') : DEFAULT_TLD;
    const tlds = requestedTlds.length === 0 ? undefined : requestedTlds.filter(tld => known.includes(tld));
    return { keyword, tlds, domain: `${keyword}.${tlds?.[0] ?? tldOfText}` };
  }

  /**
   * Checks the keyword under each of the TLDs; without TLDs, checks `domain` and the suggestions for it.
   * @throws InvalidDomain · UnsupportedTld
   */
  async execute(caller: Caller, { keyword, tlds, domain }: KeywordSearch, limit: number): Promise<CheckedDomain[]> {
    const { query, suggestions } = await this.search.execute(caller, { domain });
    const suggested = [query, ...suggestions.map(suggestion => suggestion.domain)];
    const names = tlds?.map(tld => `${keyword}.${tld}`) ?? suggested;
    return (await this.check.execute(caller, { domains: names.slice(0, limit) })).results;
  }
}
