import type { Answer } from './answers.js';
import type { Caller, Call, Client } from './client.js';
import { PORTAL } from './client.js';

const SET_COOKIE = /^((?:__Host-)?nameyard_(session|device))=([^;]*)/;

interface Credentials {
  id: string;
  email: string;
  password: string;
}

/** A browser at the portal: it keeps the cookies and sends the headers of the portal's own pages. */
export class Visitor {
  /** The session cookie, as `name=value`. */
  cookie: string | undefined;
  /** The device cookie, as `name=value`. */
  device: string | undefined;

  constructor(protected readonly caller: Caller) {}

  /** `path` is relative to `/portal/api/`. */
  async call({ method = 'GET', path, headers = {}, body }: Call): Promise<Answer> {
    const cookies = [this.cookie, this.device].filter(cookie => cookie !== undefined);
    const sent = {
      Cookie: cookies.length > 0 ? cookies.join('; ') : undefined,
      Origin: method === 'GET' ? undefined : this.caller.origin,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': body === undefined ? undefined : 'application/json',
    };
    const answer = await this.caller.call({ method, path: PORTAL + path, headers: { ...sent, ...headers }, body });
    this.keepCookies([answer.headers['set-cookie'] ?? []].flat());
    return answer;
  }

  private keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [, name, kind, value] = SET_COOKIE.exec(line) ?? [];
      const cookie = value === '' ? undefined : `${name}=${value}`;
      if (kind === 'session') this.cookie = cookie;
      if (kind === 'device') this.device = cookie;
    }
  }

  get(path: string, headers?: Call['headers']): Promise<Answer> {
    return this.call({ path, headers });
  }

  post(path: string, body: unknown = {}, headers?: Call['headers']): Promise<Answer> {
    return this.call({ method: 'POST', path, body, headers });
  }

  patch(path: string, body: unknown, headers?: Call['headers']): Promise<Answer> {
    return this.call({ method: 'PATCH', path, body, headers });
  }

  delete(path: string, headers?: Call['headers']): Promise<Answer> {
    return this.call({ method: 'DELETE', path, headers });
  }

  logIn(email: string, password: string, headers?: Call['headers']): Promise<Answer> {
    return this.post('session', { email, password }, headers);
  }
}

/** A browser that is logged in at the portal. */
export class PortalClient extends Visitor {
  constructor(
    caller: Caller,
    readonly who: Credentials,
  ) {
    super(caller);
  }

  /** Logs in to the same account from another browser. */
  async elsewhere(): Promise<PortalClient> {
    const other = new PortalClient(this.caller, this.who);
    return other.enter();
  }

  async enter(): Promise<this> {
    const answer = await this.logIn(this.who.email, this.who.password);
    if (answer.status !== 200) throw new Error(`${this.who.email} could not log in: ${answer.text}`);
    return this;
  }
}

/** A tenant's path, relative to `/portal/api/`. */
export const at = ({ tenant }: Client, path = ''): string => `tenants/${tenant.slug}${path}`;
