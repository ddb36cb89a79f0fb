import type { FastifyReply } from 'fastify';
import type { SearchResult } from '#domains/contract';
import { Refusal } from '#platform/http/errors';
import { failure, success } from '../api-calls.js';
import type { Pages } from '../pages.js';
import { sendPage } from '../respond.js';
import { Drawer } from '../views/drawer.js';
import { money } from '../views/format.js';
import { Layout } from '../views/layout.js';
import { SearchForm } from '../views/search-form.js';
import type { Visit } from '../visit.js';

/** Endings under which the searched label is offered. */
const POPULAR_TLDS = ['com', 'net', 'org', 'io', 'dev', 'shop'];

type Offer = Pick<SearchResult, 'query' | 'unicode' | 'status' | 'price'>;

/** `GET /?q=`: the exact name, its label under popular TLDs, and suggestions. */
export async function showSearch(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const { q = '' } = visit.request.query as { q?: string | string[] };
  const query = String(q).trim().replaceAll(/\s+/g, '-').slice(0, 1_000);
  const frame = pages.frame(visit, '/');
  if (query === '')
    return sendPage(
      visit.reply,
      <Layout frame={frame} title="Find your domain">
        <div class="hero">
          <h1>Find a name for your next idea</h1>
          <p class="lead">Search, order and pay as you would on the real site.</p>
          <SearchForm />
          <p class="hint">
            Try <a href="/?q=my-first-shop">my-first-shop</a>, <a href="/?q=my-premium-shop.com">my-premium-shop.com</a>{' '}
            or <a href="/?q=my-taken-shop.com">my-taken-shop.com</a>.
          </p>
        </div>
      </Layout>,
    );
  const { exact, call, error } = await searchExact(pages, visit, query);
  const others = await searchLabel(pages, visit, labelOf(query), exact?.query);
  const shown = new Set([exact, ...others].map(offer => offer?.query));
  const suggestions = (exact?.suggestions ?? [])
    .filter(({ domain }) => !shown.has(domain))
    .map(({ domain, status, price }) => ({ query: domain, status, price }));
  const nothingFound = !exact && others.length === 0;
  return sendPage(
    visit.reply,
    <Layout frame={frame} title={exact?.unicode ?? 'Search results'}>
      <h1>
        {nothingFound ? 'No results' : 'Results'} for <bdi>{query}</bdi>
      </h1>
      <SearchForm query={query} error={error} />
      {exact && <Exact {...exact} />}
      <Offers title="With other endings" offers={others} />
      <Offers title="Similar names" offers={suggestions} />
      {visit.isDeveloper && <Drawer tenant={visit.tenant.slug} calls={[call]} />}
    </Layout>,
    nothingFound ? 422 : 200,
  );
}

/** Searches the name as entered; a label alone is searched under the first popular TLD. */
async function searchExact({ services }: Pages, visit: Visit, query: string) {
  const domain = query.includes('.') ? query : `${query}.${POPULAR_TLDS[0]}`;
  const call = { name: 'search', body: { domain } } as const;
  try {
    const exact = await services.search.execute(visit.caller, { domain });
    return { exact, call: { ...call, response: success(exact, services.settings.source) } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: error.message, call: { ...call, response: failure(error) } };
  }
}

/** The label under the popular TLDs. Nothing is found if the label is not valid. */
async function searchLabel(
  { services }: Pages,
  visit: Visit,
  label: string,
  exact: string | undefined,
): Promise<Offer[]> {
  const searches = POPULAR_TLDS.map(tld =>
    services.search.execute({ ...visit.caller }, { domain: `${label}.${tld}` }).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    }),
  );
  return (await Promise.all(searches)).filter(result => result !== undefined && result.query !== exact) as Offer[];
}

const labelOf = (query: string): string => query.split('.', 1)[0]!;

/** The searched name itself. */
const Exact = (offer: Offer) => (
  <section class="offers exact" aria-label="Your name">
    <ul>
      <OfferItem {...offer} />
    </ul>
  </section>
);

const Offers = ({ title, offers }: { title: string; offers: Offer[] }) =>
  offers.length === 0 ? null : (
    <section class="offers">
      <h2>{title}</h2>
      <ul>
        {offers.map(offer => (
          <OfferItem key={offer.query} {...offer} />
        ))}
      </ul>
    </section>
  );

const STATUS = { available: 'Available', premium: 'Premium', taken: 'Taken' };

const OfferItem = ({ query, unicode = query, status, price }: Offer) => (
  <li>
    <p class="name">
      <strong>{unicode}</strong> <span class={`badge ${status}`}>{STATUS[status]}</span>
    </p>
    {status === 'taken' ? (
      <p class="price">Already registered. Choose another name.</p>
    ) : (
      <>
        <p class="price">
          <b>{money(price.register, price.currency)}</b> first year, then {money(price.renew, price.currency)} per year
        </p>
        <a class="button" href={`/order?domain=${query}`}>
          Order<span class="hidden"> {unicode}</span>
        </a>
      </>
    )}
  </li>
);
