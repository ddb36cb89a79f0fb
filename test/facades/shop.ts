import type { Client } from '../support/client.js';
import type { Sandbox } from '../support/sandbox.js';

export const CONTACT = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address1: '12 Queen Square',
  city: 'London',
  state_province: 'Greater London',
  postal_code: 'WC1N 3AR',
  country: 'gb',
  email: 'ada@example.com',
  phone: '+44 20 7946 0958',
};

type Headers = Record<string, string>;

/** A shop that sends requests in the format of DNSimple. */
export class Shop {
  constructor(
    private readonly sandbox: Sandbox,
    readonly client: Client,
  ) {}

  async send(method: string, path: string, body?: unknown, headers: Headers = {}) {
    const response = await fetch(`${this.sandbox.origin}/facades/dnsimple${path}`, {
      method,
      headers: { authorization: `Bearer ${this.client.key.value}`, 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  }

  async account(): Promise<string> {
    return `/v2/${(await this.send('GET', '/v2/whoami')).body.data.account.id}`;
  }

  /** Creates a contact, and returns its number. */
  async contact(): Promise<number> {
    return (await this.send('POST', `${await this.account()}/contacts`, CONTACT)).body.data.id;
  }

  async register(domain: string, headers?: Headers) {
    const registrant_id = await this.contact();
    const path = `${await this.account()}/registrar/domains/${domain}/registrations`;
    return this.send('POST', path, { registrant_id }, headers);
  }

  async domains(query = ''): Promise<{ id: number; name: string; registrant_id: number | null; state: string }[]> {
    return (await this.send('GET', `${await this.account()}/domains${query}`)).body.data;
  }
}
