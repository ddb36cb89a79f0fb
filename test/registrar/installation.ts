import { accountIdsOf } from '#facades';
import { Accounts, KillSwitch } from '#registrar';
import type { Settings } from '#platform/process/config';
import { Client } from '../support/client.js';
import { retryUnavailable } from '../support/outcome.js';
import { type Sandbox, sharedSandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

/** A registrant that the registrar accepts. */
export const REGISTRANT = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  phone: '+44 20 7946 0958',
  country: 'GB',
  address1: '12 Queen Square',
  city: 'London',
  state: 'Greater London',
  postal_code: 'WC1N 3AR',
};

/** Long enough for a busy machine. */
export const TIMEOUT_MS = 20_000;

/** The shared service plays the registrar, for its own account. */
export async function openRegistrar(): Promise<{ registrar: Sandbox; account: Client }> {
  const registrar = await sharedSandbox();
  return { registrar, account: await registrar.tenant() };
}

/** Environment variables of an installation that buys from the account. */
export const environmentOf = (registrar: Sandbox, account: Client) => ({
  REGISTRAR: 'dnsimple',
  REGISTRAR_URL: `${registrar.origin}/facades/dnsimple`,
  REGISTRAR_TOKEN: account.key.value,
  REGISTRAR_ACCOUNT: String(accountIdsOf({ id: account.tenant.id }).dnsimple),
});

/** Settings of a service that buys from a tenant of another installation. */
const settingsOf = (registrar: Sandbox, account: Client): Partial<Settings> => ({
  registrar: 'dnsimple',
  registrarUrl: `${registrar.origin}/facades/dnsimple`,
  registrarToken: account.key.value,
  registrarAccount: accountIdsOf({ id: account.tenant.id }).dnsimple,
  registrarRateLimit: 100_000,
  registrarTimeoutMs: TIMEOUT_MS,
  registrarSettleMs: 2_000,
  registrarDailyLimit: 10_000_000,
});

/** A service that buys from the account of the registrar; unless told otherwise, it is switched on. */
export async function startLive(
  registrar: Sandbox,
  account: Client,
  { isOn = true, ...settings }: Partial<Settings> & { isOn?: boolean } = {},
) {
  const live = await startSandbox({ settings: { ...settingsOf(registrar, account), ...settings } });
  if (isOn) await live.app.get(KillSwitch).set({ on: true, reason: 'a test' }, TESTER);
  return live;
}

const path = (name: string) => `/api/v1/registrar/${name}`;

/** The calls of a shop at the live API. */
export class Shop {
  constructor(
    readonly live: Sandbox,
    readonly client: Client,
  ) {}

  static async open(live: Sandbox, { credit = '1000', daily = '100000' } = {}): Promise<Shop> {
    const client = await live.tenant({ scope: 'live' });
    const accounts = live.app.get(Accounts);
    if (credit !== '0') await accounts.credit(client.tenant.id, { amount: credit, reason: 'a test' }, TESTER);
    await accounts.limit(client.tenant.id, daily, TESTER);
    return new Shop(live, client);
  }

  search = (domain: string) => this.client.raw({ path: path('domains/search'), body: { domain } });

  order = (domain: string, terms: object = {}, headers: Record<string, string> = {}) =>
    this.client.raw({ path: path('domains/order'), body: { domain, years: 1, owner: REGISTRANT, ...terms }, headers });

  renew = (domain: string, terms: object = {}) =>
    this.client.raw({ path: path('domains/renew'), body: { domain, years: 1, ...terms } });

  /** Checkouts take turns, and can wait too long for a lock on a busy machine. */
  pay = (order_id: string, reference: string, headers: Record<string, string> = {}, method = 'account') =>
    retryUnavailable(() =>
      this.client.raw({ path: path('domains/checkout'), body: { order_id, payment: { method, reference } }, headers }),
    );

  get = async (name: string) => (await this.client.raw({ method: 'GET', path: path(name) })).body;

  /** The money of the tenant. */
  account = async () => (await this.get('account')).data;

  state = async (id: string) => (await this.get(`orders/${id}`)).data;

  /** Orders a domain, or its renewal, and pays. Returns the ID of the order. */
  async buy(
    domain: string,
    { renews = false, ...terms }: { renews?: boolean; max_amount?: object } = {},
  ): Promise<string> {
    const placed = await (renews ? this.renew(domain, terms) : this.order(domain, terms));
    if (placed.status !== 201) throw new Error(placed.text);
    const { order_id: id } = placed.body.data;
    const paid = await this.pay(id, id);
    if (paid.status !== 202) throw new Error(paid.text);
    return id;
  }
}
