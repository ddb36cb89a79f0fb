import { request } from 'undici';
import type { Sandbox } from './sandbox.js';

interface PageResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** HTML, without entities in quotes and ampersands. */
  text: string;
}

interface ShopRequest {
  method?: string;
  path: string;
  /** Headers that are undefined are not sent. */
  headers?: Headers;
  /** Fields of a form, or the encoded form. */
  form?: Record<string, string> | string;
}

type Headers = Record<string, string | undefined>;

export const REGISTRANT = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

/** A browser without JavaScript at a storefront: keeps cookies, and sends forms with the token of the page. */
export class Shopper {
  readonly cookies = new Map<string, string>();
  /** Token of the last page that had a form. */
  token = '';
  private readonly port: string;

  constructor(
    private readonly sandbox: Sandbox,
    readonly host: string,
    /** Sent with every request. */
    private readonly defaults: Headers = {},
  ) {
    this.port = new URL(sandbox.origin).port;
  }

  get origin(): string {
    return `http://${this.host}:${this.port}`;
  }

  async call(page: ShopRequest): Promise<PageResponse> {
    const response = await this.send(page);
    const text = await response.body.text();
    this.token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? this.token;
    return { status: response.statusCode, headers: response.headers, text };
  }

  /** Reads a stream until its text matches, then closes it. */
  async readUntil(pattern: RegExp, path: string, headers?: Headers): Promise<string> {
    let text = '';
    for await (const chunk of (await this.send({ path, headers })).body) {
      text += String(chunk);
      if (pattern.test(text)) break;
    }
    return text;
  }

  private async send({ method = 'GET', path, headers = {}, form }: ShopRequest) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form && { 'Content-Type': 'application/x-www-form-urlencoded', Origin: this.origin };
    const own = { Host: `${this.host}:${this.port}`, ...(cookie && { Cookie: cookie }) };
    const all = Object.entries({ ...own, ...sent, ...this.defaults, ...headers });
    const response = await request(this.sandbox.origin + path, {
      method: method as 'GET',
      headers: Object.fromEntries(all.filter(([, value]) => value !== undefined)),
      reset: true, // no connection stays open when the service stops
      body: typeof form === 'object' ? new URLSearchParams(form).toString() : form,
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) this.keepCookie(line);
    return response;
  }

  get(path: string, headers?: Headers): Promise<PageResponse> {
    return this.call({ path, headers });
  }

  /** Sends a form with the token of the last page that had one. */
  post(path: string, form: Record<string, string>, headers?: Headers): Promise<PageResponse> {
    return this.call({ method: 'POST', path, form: { token: this.token, ...form }, headers });
  }

  /** Opens the order form, sends it, and returns the path of the order. */
  async order(domain: string, fields: Record<string, string> = {}): Promise<string> {
    await this.get(`/order?domain=${domain}`);
    const response = await this.post('/order', { domain, years: '1', ...REGISTRANT, ...fields });
    if (response.status !== 303) throw new Error(`${domain} could not be ordered: ${response.status} ${response.text}`);
    return String(response.headers['location']);
  }

  /** Orders a domain, pays for it, and returns the path of the receipt. */
  async buy(domain: string): Promise<string> {
    const path = await this.order(domain);
    await this.get(path);
    const response = await this.post(path, { outcome: 'succeeds' });
    if (response.status !== 303) throw new Error(`${domain} could not be paid: ${response.status} ${response.text}`);
    return String(response.headers['location']);
  }

  private keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
