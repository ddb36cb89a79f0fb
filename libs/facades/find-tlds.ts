import { DomainName, extraFieldsOf, featuresOf, listTlds } from '#domains';
import type { TldView } from '#domains/contract';
import type { PathTenant } from '#identity/access';
import { RouteNotFound } from '#platform/http';
import { Page, type PageRange } from './model/page.js';

const tldsOf = ({ currency, registry }: PathTenant) => listTlds(currency, registry.price_percent);

/** A page of the TLDs of the catalogue in alphabetical order, with a tenant's prices. `name` selects a single TLD. */
export function pageOfTlds(
  tenant: PathTenant,
  range: PageRange & { direction: 'asc' | 'desc'; name?: string },
): Page<TldView> {
  const { offset, limit, direction, name } = range;
  const found = tldsOf(tenant).filter(({ tld }) => name === undefined || tld === name.toLowerCase());
  const sorted = found.toSorted((a, b) => (a.tld < b.tld ? -1 : 1) * (direction === 'asc' ? 1 : -1));
  return new Page({ rows: sorted.slice(offset, offset + limit), total: sorted.length }, range);
}

/**
 * A TLD with its prices for a tenant.
 * @throws RouteNotFound if it is not in the catalogue
 */
export function tldNamed(tenant: PathTenant, name: string): TldView {
  const found = tldsOf(tenant).find(({ tld }) => tld === name.toLowerCase());
  if (!found) throw new RouteNotFound('This TLD is not in the catalogue.');
  return found;
}

/** @throws InvalidDomain · UnsupportedTld */
export const supportsPrivacy = (domain: string): boolean =>
  featuresOf(DomainName.parse(domain).tld).includes('privacy');

const GENERIC = ['biz', 'com', 'info', 'mobi', 'name', 'net', 'org', 'pro'];

/** Two letters mean a country. Longer TLDs are new, except for the original generic TLDs. */
export function kindOf({ tld }: TldView): 'generic' | 'country' | 'new' {
  if (/(^|\.)[a-z]{2}$/.test(tld)) return 'country';
  return GENERIC.includes(tld) ? 'generic' : 'new';
}

/** Additional details of registrants that the registry of a TLD requires or accepts. */
export const attributesOf = ({ tld, required_owner_fields: required }: TldView) =>
  Object.entries(extraFieldsOf(tld)).map(([name, values]) => {
    return { name, values, required: required.includes(`extra.${name}`) };
  });
