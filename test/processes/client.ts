import { randomUUID } from 'node:crypto';
import { Agent } from 'undici';
import { CHECKOUT, HttpClient, ORDER, PORTAL, SEARCH } from '../support/client.js';
import { registerCleanup } from '../support/cleanup.js';
import { VERIFY } from '../support/journal.js';
import type { HttpResponse } from '../support/openapi-check.js';

export interface ServiceResponse extends HttpResponse {
  /** Error code, or `ok`. */
  code: string;
  ms: number;
}

export interface Credentials {
  key: string;
  tenant: string;
}

export interface Login {
  email: string;
  password: string;
}

const OWNER = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' };

/** API client for a service in another process, with its own connections. */
export class ServiceClient {
  private readonly http: HttpClient;

  constructor(
    readonly origin: string,
    readonly credentials: Credentials,
    connectTimeout = 10_000,
  ) {
    const agent = new Agent({ keepAliveTimeout: 30_000, connectTimeout });
    registerCleanup(() => agent.destroy());
    this.http = new HttpClient(origin, agent);
  }

  search(domain: string): Promise<ServiceResponse> {
    return this.post(SEARCH, { domain });
  }

  order(domain: string, idempotencyKey: string = randomUUID()): Promise<ServiceResponse> {
    return this.post(ORDER, { domain, years: 1, owner: OWNER }, { 'X-Idempotency-Key': idempotencyKey });
  }

  checkout(orderId: string, reference: string, idempotencyKey: string = randomUUID()): Promise<ServiceResponse> {
    const body = { order_id: orderId, payment: { method: 'test', reference } };
    return this.post(CHECKOUT, body, { 'X-Idempotency-Key': idempotencyKey });
  }

  /** Orders a domain and pays for it. */
  async register(domain: string): Promise<void> {
    const { body } = await this.order(domain);
    expect((await this.checkout(String(body.data?.order_id), domain)).code).toBe('ok');
  }

  /** Counts requests or deliveries of the journal. */
  verify(body: object): Promise<ServiceResponse> {
    return this.post(VERIFY, body);
  }

  /** Sends a search whose connection a fault resets. */
  async searchInVain(domain: string): Promise<void> {
    await this.post(SEARCH, { domain }, { 'Sandbox-Fault': 'reset' }).catch(() => {});
  }

  searchLive(domain: string): Promise<ServiceResponse> {
    return this.post('/api/v1/registrar/domains/search', { domain });
  }

  /** Sends a request that fails validation before any query; it can be found by its request id. */
  searchInvalid(requestId: string): Promise<ServiceResponse> {
    return this.post(SEARCH, { name: 'example.com' }, { 'X-Request-Id': requestId });
  }

  /** Logs in at the portal and returns the status. */
  async logIn({ email, password }: Login): Promise<number> {
    const headers = { 'Content-Type': 'application/json' };
    return (await this.http.call({ path: `${PORTAL}session`, headers, body: { email, password } })).status;
  }

  async statusOf(path: string): Promise<number> {
    return (await this.http.call({ method: 'GET', path })).status;
  }

  private async post(path: string, body: object, headers: Record<string, string> = {}): Promise<ServiceResponse> {
    const started = performance.now();
    const { key, tenant } = this.credentials;
    const credentials = { Authorization: `Bearer ${key}`, 'X-Tenant': tenant, 'Content-Type': 'application/json' };
    const response = await this.http.call({ path, headers: { ...credentials, ...headers }, body });
    return { ...response, code: response.body.error?.code ?? 'ok', ms: performance.now() - started };
  }
}
