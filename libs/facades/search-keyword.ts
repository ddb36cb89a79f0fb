import { Injectable } from '@nestjs/common';
import type { Caller } from '#identity/access';
import { CheckDomains, listTlds, SearchDomain } from '#domains';
import type { CheckedDomain } from '#domains/contract';

const DEFAULT_TLD = 'com';

/** A keyword or a name, and the TLDs under which it is searched. */
interface KeywordSearch {
  keyword: string;
  /** Undefined for all TLDs. */
  tlds: string[] | undefined;
  /** The first name that is searched. */
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
   * Reads a text, for example `my shop` or `myshop.net`. Without TLDs, it is searched under its own, or under com. TLDs that are
   * not in the catalogue are ignored.
   */
  read({ tenant }: Caller, text: string, given: string[]): KeywordSearch {
    const [keyword = '', ...rest] = text.toLowerCase().replace(/\s+/g, '').split('.');
    const known = listTlds(tenant.currency, tenant.registry.price_percent).map(({ tld }) => tld);
    const own = known.includes(rest.join('.')) ? rest.join('.') : DEFAULT_TLD;
    const tlds = given.length === 0 ? undefined : given.filter(tld => known.includes(tld));
    return { keyword, tlds, domain: `${keyword}.${tlds?.[0] ?? own}` };
  }

  /**
   * Checks the keyword under each of the TLDs; without TLDs, the name and what is suggested instead of it.
   * @throws InvalidDomain · UnsupportedTld
   */
  async execute(caller: Caller, { keyword, tlds, domain }: KeywordSearch, limit: number): Promise<CheckedDomain[]> {
    const { query, suggestions } = await this.search.execute(caller, { domain });
    const suggested = [query, ...suggestions.map(suggestion => suggestion.domain)];
    const names = tlds?.map(tld => `${keyword}.${tld}`) ?? suggested;
    return (await this.check.execute(caller, { domains: names.slice(0, limit) })).results;
  }
}
