import type { Facade } from '#identity/access/model';
import { ADA, type Client } from '../../support/client.js';
import { addRule } from '../../support/faults.js';
import type { Sandbox } from '../../support/sandbox.js';
import { Shop } from '../shop.js';

/** A row of calls.json: a call of a client, in no language. `{account}` and `{slug}` are those of the tenant. */
export interface Row {
  facade: Facade;
  /** Name of the call in /docs/facades.json. */
  call: string;
  /** Steps before the call, each with one member. */
  given: Record<string, unknown>[];
  /** Arguments after the account. Calls of Cloudflare take names first, then an object with all other parameters. */
  args: unknown[];
  expect: {
    /** Null if the client gets no answer, or a broken one. */
    status: number | null;
    code?: string;
    /** Members of the result, or of its first element. */
    data?: unknown;
    first?: unknown;
    count?: number;
    /** Fields with errors, for DNSimple, and codes of errors, for Cloudflare. */
    fields?: string[];
    codes?: number[];
    /** The domains that the tenant holds afterwards. */
    held?: string[];
  };
  faults?: object[];
}

/** What a runner plays. */
export interface Played extends Pick<Row, 'facade' | 'call' | 'args'> {
  token: string;
  account: number | string;
}

export interface Prepared {
  /** With all permissions, and no limit. */
  client: Client;
  shop: Shop;
  /** Replaces `{account}` and `{slug}`. */
  fill<T>(value: T): T;
  played: Played;
}

type Step = (given: never, prepared: Prepared, sandbox: Sandbox) => Promise<unknown>;

const STEPS: Record<string, Step> = {
  contact: (_, { shop }) => shop.contact(),
  register: (domain: string, { shop }) => shop.register(domain),
  renew: async (domain: string, { shop }) =>
    shop.send('POST', `${await shop.account()}/registrar/domains/${domain}/renewals`, {}),
  transfer: async (domain: string, { shop }) => {
    const body = { registrant_id: await shop.contact(), auth_code: 'EPP-1234' };
    return shop.send('POST', `${await shop.account()}/registrar/domains/${domain}/transfers`, body);
  },
  buy: async (domain: string, { client }) => client.pay((await order(client, domain)).order_id),
  decide: (body, { client }) => client.raw({ path: '/api/v1/sandbox/control/registry/decide', body }),
  advance: (by: string, { client }) => client.advance({ by }),
  token: async (token: string, { played }) => void (played.token = token),
  account: async (account: number, { played }) => void (played.account = account),
  permissions: async (permissions: string[], { played, client }, sandbox) =>
    void (played.token = (await sandbox.key(client.tenant, { permissions })).key.value),
  limit: async (limit: number, { played, client }, sandbox) => {
    const limited = await sandbox.key(client.tenant, { limit });
    for (let sent = 0; sent < limit; sent++) await limited.get('/api/v1/sandbox/tlds');
    played.token = limited.key.value;
  },
  facades: async (facades: Facade[], { client }, sandbox) => {
    const operator = await sandbox.person({ role: 'operator' });
    return operator.patch(`tenants/${client.tenant.slug}`, { facades });
  },
};

const order = async (client: Client, domain: string) =>
  (await client.order({ domain, years: 1, owner: ADA })).body.data as { order_id: string };

/** Opens a tenant for a row, takes the steps, and adds the rules of its faults. */
export async function prepare(sandbox: Sandbox, { facade, call, given, args, faults = [] }: Row): Promise<Prepared> {
  const client = await sandbox.tenant();
  const shop = new Shop(sandbox, client);
  const { body } = await shop.send('GET', '/v2/whoami');
  const account = facade === 'dnsimple' ? body.data.account.id : await cloudflareAccount(sandbox, client);
  const texts = JSON.stringify(account);
  const fill = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll('"{account}"', texts).replaceAll('{slug}', client.tenant.slug)) as T;
  const played: Played = { facade, call, args, token: client.key.value, account };
  const prepared = { client, shop, fill, played };
  for (const step of given)
    for (const [name, value] of Object.entries(step)) await STEPS[name]!(value as never, prepared, sandbox);
  for (const fault of faults) await addRule(client, fault);
  return prepared;
}

async function cloudflareAccount(sandbox: Sandbox, { key }: Client): Promise<string> {
  const headers = { authorization: `Bearer ${key.value}` };
  const response = await fetch(`${sandbox.origin}/facades/cloudflare/client/v4/accounts`, { headers });
  return ((await response.json()) as { result: { id: string }[] }).result[0]!.id;
}
