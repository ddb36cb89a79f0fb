import { type Dispatcher, request } from 'undici';
import { type HttpResponse, type OpenApiCheck, parseBody } from './openapi-check.js';
import { retryUnavailable } from './outcome.js';

export interface HttpRequest {
  method?: string;
  path: string;
  /** Headers that are undefined are not sent. */
  headers?: Record<string, string | string[] | undefined>;
  /** Strings and buffers are sent unchanged, other values as JSON. */
  body?: unknown;
}

/** Sends requests to a service and checks each response against the OpenAPI documents, if given. */
export class HttpClient {
  constructor(
    readonly origin: string,
    private readonly dispatcher: Dispatcher,
    private readonly checks?: { api: OpenApiCheck; portal: OpenApiCheck },
  ) {}

  async call({ method = 'POST', path, headers = {}, body }: HttpRequest): Promise<HttpResponse> {
    const isPlain = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const sent = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    const response = await request(this.origin + path, {
      method: method as Dispatcher.HttpMethod,
      headers: Object.fromEntries(sent),
      body: isPlain ? (body as string | Buffer | undefined) : JSON.stringify(body),
      dispatcher: this.dispatcher,
    });
    const text = await response.body.text();
    const answer = { status: response.statusCode, headers: response.headers, body: parseBody(text), text };
    if (path.startsWith('/api/')) this.checks?.api.check({ method, path }, answer);
    if (path.startsWith(PORTAL) && path !== PORTAL_DOCUMENT) this.checks?.portal.check({ method, path }, answer);
    return answer;
  }
}

export const SEARCH = '/api/v1/sandbox/domains/search';
export const CHECK = '/api/v1/sandbox/domains/check';
export const TLDS = '/api/v1/sandbox/tlds';
export const ORDER = '/api/v1/sandbox/domains/order';
export const RENEW = '/api/v1/sandbox/domains/renew';
export const CHECKOUT = '/api/v1/sandbox/domains/checkout';
export const EVENTS = '/api/v1/sandbox/events';
export const ORDERS = '/api/v1/sandbox/orders';
export const REGISTRATIONS = '/api/v1/sandbox/registrations';
export const CLOCK = '/api/v1/sandbox/control/clock';
export const WORLD = '/api/v1/sandbox/control/world';
export const WORLDS = '/api/v1/sandbox/control/worlds';
export const FAULTS = '/api/v1/sandbox/control/faults';
export const REGISTRY = '/api/v1/sandbox/control/registry';
export const RECEIVERS = '/api/v1/sandbox/control/receivers';
export const ENDPOINTS = [SEARCH, ORDER, CHECKOUT];

export const PORTAL = '/portal/api/';
export const PORTAL_DOCUMENT = `${PORTAL}openapi.json`;

export const ADA = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

/** What the registry says about an order that is not paid. */
export const UNDECIDED = { domain_status: null, due_at: null, reason: null, refunded_at: null, refund: null };

type Headers = HttpRequest['headers'];
type Query = Record<string, string | number>;

/** API client of a tenant. */
export class Client {
  private payments = 0;

  constructor(
    private readonly http: HttpClient,
    readonly tenant: { id: string; slug: string },
    readonly key: { id: string; value: string },
  ) {}

  get headers(): Record<string, string> {
    return {
      Authorization: `Bearer ${this.key.value}`,
      'X-Tenant': this.tenant.slug,
      Accept: 'application/json',
      'Content-Type': 'application/json',
    };
  }

  raw({ headers, ...call }: HttpRequest): Promise<HttpResponse> {
    return this.http.call({ ...call, headers: { ...this.headers, ...headers } });
  }

  search(body: unknown, headers?: Headers): Promise<HttpResponse> {
    return this.raw({ path: SEARCH, body, headers });
  }

  check(body: unknown, headers?: Headers): Promise<HttpResponse> {
    return this.raw({ path: CHECK, body, headers });
  }

  order(body: unknown, headers?: Headers): Promise<HttpResponse> {
    return this.raw({ path: ORDER, body, headers });
  }

  renew(body: unknown, headers?: Headers): Promise<HttpResponse> {
    return this.raw({ path: RENEW, body, headers });
  }

  checkout(body: unknown, headers?: Headers): Promise<HttpResponse> {
    return this.raw({ path: CHECKOUT, body, headers });
  }

  get(path: string, query: Query = {}): Promise<HttpResponse> {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return this.raw({ method: 'GET', path: `${path}?${search}` });
  }

  follow(query?: Query): Promise<HttpResponse> {
    return this.get(EVENTS, query);
  }

  getOrder(id: string): Promise<HttpResponse> {
    return this.get(`${ORDERS}/${encodeURIComponent(id)}`);
  }

  getRegistration(domain: string): Promise<HttpResponse> {
    return this.get(`${REGISTRATIONS}/${encodeURIComponent(domain)}`);
  }

  updateRegistration(domain: string, body: unknown, headers?: Headers): Promise<HttpResponse> {
    return this.raw({ method: 'PATCH', path: `${REGISTRATIONS}/${encodeURIComponent(domain)}`, body, headers });
  }

  deleteRegistration(domain: string, headers?: Headers): Promise<HttpResponse> {
    return this.raw({ method: 'DELETE', path: `${REGISTRATIONS}/${encodeURIComponent(domain)}`, headers });
  }

  getAuthCode(domain: string): Promise<HttpResponse> {
    return this.get(`${REGISTRATIONS}/${encodeURIComponent(domain)}/auth-code`);
  }

  getClock(): Promise<HttpResponse> {
    return this.get(CLOCK);
  }

  setClock(body: unknown, headers?: Headers): Promise<HttpResponse> {
    return this.raw({ method: 'PUT', path: CLOCK, body, headers });
  }

  /** Replaces the settings of the registry; throws if that fails. */
  async setRegistry(body: unknown): Promise<void> {
    const { status, text } = await this.raw({ method: 'PUT', path: REGISTRY, body });
    if (status !== 200) throw new Error(`the registry could not be set: ${text}`);
  }

  advance(body: unknown, headers?: Headers): Promise<HttpResponse> {
    return this.raw({ path: `${CLOCK}/advance`, body, headers });
  }

  /** Freezes the clock at a time; throws if that fails. */
  async freeze(now: string): Promise<void> {
    const { status, text } = await this.setClock({ mode: 'frozen', now });
    if (status !== 200) throw new Error(`the clock could not be frozen: ${text}`);
  }

  /** Places an order and returns its id; throws if the order fails. */
  async orderOf(domain: string, years = 1): Promise<string> {
    const { status, body, text } = await retryUnavailable(() => this.order({ domain, years, owner: ADA }));
    if (status !== 201) throw new Error(`${domain} could not be ordered: ${text}`);
    return body.data.order_id;
  }

  /** Orders a renewal and returns its id; throws if the order fails. */
  async renewalOf(domain: string, years = 1): Promise<string> {
    const { status, body, text } = await retryUnavailable(() => this.renew({ domain, years }));
    if (status !== 201) throw new Error(`the renewal of ${domain} could not be ordered: ${text}`);
    return body.data.order_id;
  }

  pay(orderId: string, reference = this.newReference(), headers?: Headers): Promise<HttpResponse> {
    return this.checkout({ order_id: orderId, payment: { method: 'test', reference } }, headers);
  }

  /** Orders a domain and pays for it. */
  async register(domain: string, years = 1): Promise<HttpResponse> {
    const [order, reference] = [await this.orderOf(domain, years), this.newReference()];
    const answer = await retryUnavailable(() => this.pay(order, reference));
    if (answer.status !== 200) throw new Error(`${domain} could not be paid: ${answer.text}`);
    return answer;
  }

  private newReference(): string {
    return `payment-${this.key.id}-${++this.payments}`;
  }

  async statusOf(domain: string): Promise<string> {
    const { body } = await this.search({ domain });
    return body.data.status;
  }
}
