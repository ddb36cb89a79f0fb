import { domainToUnicode } from 'node:url';
import type { FastifyReply } from 'fastify';
import { listTlds } from '#domains';
import type { CheckedDomain } from '#domains/contract';
import { Refusal } from '#platform/http/errors';
import { type ApiCall, failure, success } from '../api-calls.js';
import type { Pages } from '../pages.js';
import { sendPage } from '../respond.js';
import { Drawer } from '../views/drawer.js';
import { money } from '../views/format.js';
import { Layout } from '../views/layout.js';
import { type Offer, Offers } from '../views/offers.js';
import { SearchForm } from '../views/search-form.js';
import type { Visit } from '../visit.js';

/** TLDs under which the searched label is offered. */
const POPULAR_TLDS = ['com', 'net', 'org', 'io', 'dev', 'shop'];

const MAX_NAMES = 10;

/**
 * `GET /?q=`: the names as entered, the first label under popular TLDs, and suggestions. The script shows them as the
 * visitor types.
 */
export async function showSearch(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const { q = '' } = visit.request.query as { q?: string | string[] };
  const query = String(q).trim().slice(0, 1_000);
  const entered = namesIn(query);
  const names = entered.slice(0, MAX_NAMES);
  if (names.length === 0) return showStart(pages, visit, query);
  const outcome =
    names.length === 1 ? await searchOne(pages, visit, names[0]!) : await checkSeveral(pages, visit, names);
  const shown = new Set<string>();
  const unique = (offers: Offer[]) => offers.filter(offer => !shown.has(offer.domain) && shown.add(offer.domain));
  const [exact, popular, similar] = [unique(outcome.exact), unique(outcome.popular), unique(outcome.similar)];
  const count = shown.size;
  return sendPage(
    visit.reply,
    <Layout frame={pages.frame(visit, '/')} title={exact[0]?.unicode ?? exact[0]?.domain ?? 'Search results'}>
      <section class="finder">
        <h1>
          {count === 0 ? 'No results' : 'Results'} for <bdi>{query}</bdi>
        </h1>
        <SearchForm query={query} error={[...new Set(outcome.errors)].join(' ')} />
      </section>
      <Status text={`${count === 1 ? '1 name' : `${count} names`} found for ${query}`} />
      <div id="results">
        {entered.length > MAX_NAMES && <p class="hint">The first {MAX_NAMES} names are shown.</p>}
        <Offers title={names.length === 1 ? 'Your name' : 'Your names'} offers={exact} isExact />
        <Offers title="With other endings" offers={popular} />
        <Offers title="Similar names" offers={similar} />
        {visit.isDeveloper && <Drawer tenant={visit.tenant.slug} calls={[outcome.call]} />}
      </div>
    </Layout>,
    count === 0 && !visit.isSearchWhileTyping ? 422 : 200,
  );
}

/** `GET /`: the search field, and the prices of popular TLDs. */
function showStart(pages: Pages, visit: Visit, query: string): FastifyReply {
  const { currency, registry } = visit.tenant;
  const tlds = listTlds(currency, registry.price_percent);
  const popular = POPULAR_TLDS.flatMap(name => tlds.filter(({ tld }) => tld === name));
  return sendPage(
    visit.reply,
    <Layout frame={pages.frame(visit, '/')} title="Find your domain">
      <section class="finder start">
        <h1>Find a name for your next idea</h1>
        <SearchForm query={query} />
        <p class="hint">
          Try <a href="/?q=my-first-shop">my-first-shop</a>, <a href="/?q=my-premium-shop.com">my-premium-shop.com</a>{' '}
          or <a href="/?q=blue-coffee%2C+roastery.io">blue-coffee, roastery.io</a>.
        </p>
      </section>
      <Status text="" />
      <div id="results">
        <section class="endings">
          <h2>Popular endings</h2>
          <ul>
            {popular.map(({ tld, price }) => (
              <li key={tld}>
                <strong>.{tld}</strong>
                <b>{money(price.register, price.currency)}</b>
                <span>the first year</span>
                <span>renews at {money(price.renew, price.currency)}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Layout>,
  );
}

/** Announces results that the script has loaded. */
const Status = ({ text }: { text: string }) => (
  <p class="hidden" id="search-status" role="status">
    {text}
  </p>
);

/**
 * Splits a query at spaces, commas and semicolons. Words without dots that are separated only by spaces are also joined
 * with hyphens.
 */
function namesIn(query: string): string[] {
  const words = query.split(/[\s,;]+/).filter(Boolean);
  const isPhrase = words.length > 1 && !/[.,;]/.test(query);
  return [...new Set(isPhrase ? [words.join('-'), ...words] : words)];
}

/** Adds the first popular TLD to a label without TLD. */
const addDefaultTld = (name: string) => (name.includes('.') ? name : `${name}.${POPULAR_TLDS[0]}`);

const withPopularTlds = (name: string) => POPULAR_TLDS.map(tld => `${name.split('.', 1)[0]}.${tld}`);

interface SearchOutcome {
  exact: Offer[];
  /** The first label under popular TLDs. */
  popular: Offer[];
  similar: Offer[];
  errors: string[];
  /** The API call with this result. */
  call: ApiCall;
}

async function searchOne(pages: Pages, visit: Visit, name: string): Promise<SearchOutcome> {
  const { search, settings } = pages.services;
  const body = { domain: addDefaultTld(name) };
  const call = { name: 'search', body } as const;
  const popular = (await check(pages, visit, withPopularTlds(name))).flatMap(offerIn);
  try {
    const result = await search.execute(visit.caller, body);
    const exact = [{ ...result, domain: result.query }];
    const response = success(result, settings.source);
    return { exact, popular, similar: result.suggestions, errors: [], call: { ...call, response } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { exact: [], popular, similar: [], errors: [error.message], call: { ...call, response: failure(error) } };
  }
}

/** Checks all names with one call. */
async function checkSeveral(pages: Pages, visit: Visit, names: string[]): Promise<SearchOutcome> {
  const { source } = pages.services.settings;
  const domains = names.map(addDefaultTld);
  const checked = await check(pages, visit, [...domains, ...withPopularTlds(names[0]!)]);
  const results = checked.slice(0, domains.length);
  return {
    exact: results.flatMap(offerIn),
    popular: checked.slice(domains.length).flatMap(offerIn),
    similar: [],
    errors: results.flatMap(({ domain, error }) => (error ? [`${domain}: ${error.message}`] : [])),
    call: { name: 'check', body: { domains }, response: success({ results, meta: { source } }, source) },
  };
}

const check = async ({ services }: Pages, { caller }: Visit, domains: string[]): Promise<CheckedDomain[]> =>
  (await services.check.execute(caller, { domains })).results;

/** Returns an empty array if the check failed. */
function offerIn({ domain, status, price }: CheckedDomain): Offer[] {
  if (!status || !price) return [];
  const unicode = domainToUnicode(domain);
  return [{ domain, ...(unicode === domain ? {} : { unicode }), status, price }];
}
