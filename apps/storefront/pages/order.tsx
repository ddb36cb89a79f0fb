import type { FastifyReply } from 'fastify';
import { DomainTaken, quote, toDecimal } from '#domains';
import { readFields } from '#platform/http';
import { Refusal, STATUSES } from '#platform/http/errors';
import { OrderRequest } from '#orders/contract';
import { emptyBasket, putIntoBasket } from '../basket.js';
import { type ApiCall, failure } from '../api-calls.js';
import { type Fields, idempotentRequestOf } from '../forms.js';
import type { Pages } from '../pages.js';
import { redirect, sendPage } from '../respond.js';
import { Drawer } from '../views/drawer.js';
import { Field } from '../views/field.js';
import { money, years as formatYears } from '../views/format.js';
import { Layout } from '../views/layout.js';
import { Alert } from '../views/message.js';
import { Price } from '../views/offers.js';
import { SearchForm } from '../views/search-form.js';
import { type Term, yearsIn, YearsField } from '../views/years-field.js';
import type { Visit } from '../visit.js';

const MAX_YEARS = 10;

/** Fields of the registrant. */
const OWNER_FIELDS = [
  { name: 'first_name', label: 'First name', autocomplete: 'given-name', required: true },
  { name: 'last_name', label: 'Last name', autocomplete: 'family-name', required: true },
  { name: 'email', label: 'Email', autocomplete: 'email', inputmode: 'email', required: true },
  { name: 'phone', label: 'Phone', autocomplete: 'tel', inputmode: 'tel', hint: 'For example +44 20 7946 0958' },
  { name: 'country', label: 'Country code', autocomplete: 'country', hint: 'Two letters, for example GB' },
] as const;

/** Messages to visitors about invalid fields. The messages of the API address developers. */
const PROBLEMS: Record<string, string> = {
  years: `Choose 1 to ${MAX_YEARS} years.`,
  first_name: 'Enter a first name of at most 100 characters.',
  last_name: 'Enter a last name of at most 100 characters.',
  email: 'Enter an email address, for example ada@example.com.',
  phone: 'Enter a phone number with its country code, for example +44 20 7946 0958.',
  country: 'Enter a country code of two letters, for example GB.',
};

const EXAMPLE_OWNER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

/** `GET /order?domain=`: the order form. */
export async function showOrderForm(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const { domain = '' } = visit.request.query as { domain?: string | string[] };
  return sendForm(pages, visit, { domain: String(domain), years: '1' });
}

/** `POST /order`: places the order and continues with the payment. */
export async function placeOrder(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const fields = pages.forms.read(visit);
  const { services } = pages;
  try {
    const request = readFields(OrderRequest, requestOf(fields));
    const { order_id, domain } = await services.placeOrder.execute(
      visit.caller,
      request,
      idempotentRequestOf(visit, 'order', fields),
    );
    await services.visitors.remember(visit.tenant.id, visit.visitor, { order: order_id, domain });
    return redirect(visit.reply, `/orders/${order_id}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sendForm(pages, visit, fields, error);
  }
}

/** The body of the API call, without blank fields of the registrant. */
function requestOf({ domain = '', years = '', ...rest }: Fields): object {
  const owner = Object.fromEntries(
    OWNER_FIELDS.flatMap(({ name }) => (rest[name]?.trim() ? [[name, rest[name]]] : [])),
  );
  return { domain, years: yearsIn(years), owner };
}

function sendForm(pages: Pages, visit: Visit, fields: Fields, refusal?: Refusal): FastifyReply {
  const offer = offerOf(fields['domain'] ?? '', visit);
  if (offer instanceof Refusal) {
    const frame = pages.frame(visit, '/order');
    const isInBasket = frame.basket !== undefined && frame.basket === fields['domain'];
    if (isInBasket) emptyBasket(visit);
    return sendPage(
      visit.reply,
      <Layout frame={isInBasket ? { ...frame, basket: undefined } : frame} title="Order">
        <h1>This name cannot be ordered</h1>
        <SearchForm query={fields['domain']} error={offer.message} />
      </Layout>,
      STATUSES[offer.family],
    );
  }
  putIntoBasket(visit, offer.domain);
  const token = pages.forms.create(visit);
  return sendPage(
    visit.reply,
    <Layout frame={pages.frame(visit, '/order', offer.domain)} title={`Order ${offer.domain}`}>
      <p class="step">Step 1 of 2</p>
      <h1>Order {offer.domain}</h1>
      <div class="columns">
        <OrderForm token={token} fields={fields} offer={offer} refusal={refusal} />
        <Basket token={token} offer={offer} selected={fields['years']} />
      </div>
      {visit.isDeveloper && <Drawer tenant={visit.tenant.slug} calls={[callOf(fields, refusal)]} />}
    </Layout>,
    refusal ? STATUSES[refusal.family] : 200,
  );
}

interface Offer {
  domain: string;
  terms: Term[];
  /** Prices of the first year and of each further one. */
  price: { currency: string; register: number; renew: number };
}

/** Returns the prices of a domain, or the refusal. Only the order checks whether the tenant has registered the domain. */
function offerOf(domain: string, { tenant: { currency, registry } }: Visit): Offer | Refusal {
  try {
    const quotes = Array.from({ length: MAX_YEARS }, (_, index) =>
      quote(domain, index + 1, currency, registry.price_percent),
    );
    const [first, second] = quotes;
    const { catalogueDecision } = first!;
    if (catalogueDecision.availability === 'taken') return new DomainTaken(first!.domain, catalogueDecision.rule);
    const terms = quotes.map(({ total, currency }, index) => ({
      years: index + 1,
      currency,
      total: toDecimal(total, currency),
    }));
    const price = {
      currency: first!.currency,
      register: terms[0]!.total,
      renew: toDecimal(second!.total - first!.total, first!.currency),
    };
    return { domain: first!.domain, terms, price };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The API call for the drawer, with an example registrant until the form is sent. Only a refused order has a response. */
const callOf = (fields: Fields, refusal: Refusal | undefined): ApiCall => ({
  name: 'order',
  body: requestOf({ ...EXAMPLE_OWNER, ...fields }),
  response: refusal && failure(refusal),
});

interface BasketProps {
  token: string;
  offer: Offer;
  /** Years of the sent form. */
  selected: string | undefined;
}

/** The domain with its prices. The script shows the total of the selected years. */
const Basket = ({ token, offer: { domain, terms, price }, selected }: BasketProps) => {
  const term = terms.find(({ years }) => String(years) === selected) ?? terms[0]!;
  return (
    <aside class="basket" aria-label="Your basket">
      <h2>Your basket</h2>
      <p class="name">
        <strong>{domain}</strong>
      </p>
      <Price {...price} />
      <p class="total">
        <span id="term">Total for {formatYears(term.years)}</span>{' '}
        <output id="total">{money(term.total, term.currency)}</output>
      </p>
      <form action="/basket" method="post">
        <input type="hidden" name="token" value={token} />
        <button class="link">
          Remove<span class="hidden"> {domain}</span>
        </button>
      </form>
    </aside>
  );
};

interface FormProps {
  token: string;
  fields: Fields;
  offer: Offer;
  refusal: Refusal | undefined;
}

const OrderForm = ({ token, fields, offer, refusal }: FormProps) => {
  const problems = problemsOf(refusal);
  return (
    <form action="/order" method="post" novalidate>
      {refusal && <Problems problems={problems} message={refusal.message} />}
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="domain" value={offer.domain} />
      <YearsField terms={offer.terms} selected={fields['years'] ?? '1'} problem={problems['years']} />
      <fieldset>
        <legend>Registrant</legend>
        <div class="fields">
          {OWNER_FIELDS.map(field => (
            <Field key={field.name} {...field} value={fields[field.name]} problem={problems[field.name]} />
          ))}
        </div>
      </fieldset>
      <button>Continue to payment</button>
    </form>
  );
};

/** Problems by the name of the form's field. */
function problemsOf(refusal: Refusal | undefined): Record<string, string> {
  const names = (refusal?.extras.details ?? []).map(({ field }) => field.replace(/^owner\./, ''));
  return Object.fromEntries(names.flatMap(name => (PROBLEMS[name] ? [[name, PROBLEMS[name]]] : [])));
}

const Problems = ({ problems, message }: { problems: Record<string, string>; message: string }) => (
  <Alert>
    {Object.keys(problems).length === 0 ? (
      <p>{message}</p>
    ) : (
      <>
        <p>Correct these fields:</p>
        <ul>
          {Object.entries(problems).map(([field, problem]) => (
            <li key={field}>
              <a href={`#${field}`}>{problem}</a>
            </li>
          ))}
        </ul>
      </>
    )}
  </Alert>
);
