import type { HttpResponse } from './openapi-check.js';
import type { Client, HttpClient, HttpRequest } from './client.js';
import { PORTAL } from './client.js';

const SET_COOKIE = /^((?:__Host-)?nameyard_(session|device|pending|challenge))=([^;]*)/;

interface Credentials {
  id: string;
  email: string;
  password: string;
}

/** A browser at the portal: keeps cookies and sends the headers of the portal's pages. */
export class Visitor {
  /** The session cookie, as `name=value`. */
  cookie: string | undefined;
  /** The device cookie, as `name=value`. */
  device: string | undefined;
  /** The cookie of a login that waits for a code, as `name=value`. */
  pending: string | undefined;
  /** The cookie of a challenge for a passkey, as `name=value`. */
  challenge: string | undefined;

  constructor(protected readonly http: HttpClient) {}

  /** `path` is relative to `/portal/api/`. */
  async call({ method = 'GET', path, headers = {}, body }: HttpRequest): Promise<HttpResponse> {
    const cookies = [this.cookie, this.device, this.pending, this.challenge].filter(cookie => cookie !== undefined);
    const sent = {
      Cookie: cookies.length > 0 ? cookies.join('; ') : undefined,
      Origin: method === 'GET' ? undefined : this.http.origin,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': body === undefined ? undefined : 'application/json',
    };
    const response = await this.http.call({ method, path: PORTAL + path, headers: { ...sent, ...headers }, body });
    this.keepCookies([response.headers['set-cookie'] ?? []].flat());
    return response;
  }

  private keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [, name, kind, value] = SET_COOKIE.exec(line) ?? [];
      const cookie = value === '' ? undefined : `${name}=${value}`;
      if (kind === 'session') this.cookie = cookie;
      if (kind === 'device') this.device = cookie;
      if (kind === 'pending') this.pending = cookie;
      if (kind === 'challenge') this.challenge = cookie;
    }
  }

  get(path: string, headers?: HttpRequest['headers']): Promise<HttpResponse> {
    return this.call({ path, headers });
  }

  post(path: string, body: unknown = {}, headers?: HttpRequest['headers']): Promise<HttpResponse> {
    return this.call({ method: 'POST', path, body, headers });
  }

  patch(path: string, body: unknown, headers?: HttpRequest['headers']): Promise<HttpResponse> {
    return this.call({ method: 'PATCH', path, body, headers });
  }

  put(path: string, body: unknown, headers?: HttpRequest['headers']): Promise<HttpResponse> {
    return this.call({ method: 'PUT', path, body, headers });
  }

  delete(path: string, headers?: HttpRequest['headers']): Promise<HttpResponse> {
    return this.call({ method: 'DELETE', path, headers });
  }

  logIn(email: string, password: string, headers?: HttpRequest['headers']): Promise<HttpResponse> {
    return this.post('session', { email, password }, headers);
  }
}

/** A script with an access token: it sends no cookies and none of the headers of browsers. */
export class TokenClient extends Visitor {
  constructor(
    http: HttpClient,
    readonly id: string,
    readonly value: string,
  ) {
    super(http);
  }

  override call({ headers, ...request }: HttpRequest): Promise<HttpResponse> {
    const withToken = {
      Origin: undefined,
      'Sec-Fetch-Site': undefined,
      Authorization: `Bearer ${this.value}`,
      ...headers,
    };
    return super.call({ ...request, headers: withToken });
  }
}

/** A browser with a session at the portal. */
export class PortalClient extends Visitor {
  constructor(
    http: HttpClient,
    readonly credentials: Credentials,
  ) {
    super(http);
  }

  /** The field with which a request confirms that the person sent it. */
  get confirmation(): { current: string } {
    return { current: this.credentials.password };
  }

  /** Sends a request that is confirmed with the password. */
  confirmed(path: string, body: object = {}, method = 'POST'): Promise<HttpResponse> {
    return this.call({ method, path, body: { ...body, ...this.confirmation } });
  }

  /** Logs in to the same account from another browser. */
  async otherSession(): Promise<PortalClient> {
    return new PortalClient(this.http, this.credentials).startSession();
  }

  /** Creates an access token. */
  async token(
    given: { name?: string; tenants?: string[]; days?: number; read_only?: boolean } = {},
  ): Promise<TokenClient> {
    const { body, text } = await this.confirmed('tokens', { name: 'script', ...given });
    if (!body.data) throw new Error(`${this.credentials.email} got no access token: ${text}`);
    return new TokenClient(this.http, body.data.token.id, body.data.value);
  }

  async startSession(): Promise<this> {
    const { email, password } = this.credentials;
    const response = await this.logIn(email, password);
    if (response.status !== 200) throw new Error(`${email} could not log in: ${response.text}`);
    return this;
  }
}

/** Path of a tenant's resource, relative to `/portal/api/`. */
export const tenantPath = ({ tenant }: Client, path = ''): string => `tenants/${tenant.slug}${path}`;
