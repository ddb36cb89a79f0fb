import type { Answer } from './answers.js';
import type { Caller, Call, Client } from './client.js';
import { PORTAL } from './client.js';

const COOKIE = /^(?:__Host-)?nameyard_session=([^;]*)/;

interface Who {
  id: string;
  email: string;
  password: string;
}

/** Somebody's browser at the portal: it keeps the cookie, and says that its own page asks. */
export class Visitor {
  cookie: string | undefined;

  constructor(protected readonly caller: Caller) {}

  /** `path` begins behind `/portal/api/`. */
  async call({ method = 'GET', path, headers = {}, body }: Call): Promise<Answer> {
    const sent = {
      Cookie: this.cookie,
      Origin: method === 'GET' ? undefined : this.caller.origin,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': body === undefined ? undefined : 'application/json',
    };
    const answer = await this.caller.call({ method, path: PORTAL + path, headers: { ...sent, ...headers }, body });
    const [set] = [answer.headers['set-cookie'] ?? []].flat();
    const token = COOKIE.exec(set ?? '')?.[1];
    if (token !== undefined) this.cookie = token === '' ? undefined : set!.split(';', 1)[0];
    return answer;
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

/** Somebody with an account, logged in at the portal. */
export class PortalClient extends Visitor {
  constructor(
    caller: Caller,
    readonly who: Who,
  ) {
    super(caller);
  }

  /** The same account in another browser, logged in there. */
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

/** The path of a tenant's things, behind `/portal/api/`. */
export const at = ({ tenant }: Client, path = ''): string => `tenants/${tenant.slug}${path}`;
