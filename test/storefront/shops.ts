import { Storefronts } from '#storefront';
import { TenantCache } from '#tenancy';
import type { Client } from '../support/client.js';
import { eventually, NOTIFICATION_MS } from '../support/eventually.js';
import { type PortalClient, tenantPath } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { Shopper } from '../support/shopper.js';

let addresses = 0;

/** A service behind a proxy, with storefronts of several tenants. */
export class Shops {
  private constructor(
    readonly sandbox: Sandbox,
    readonly operator: PortalClient,
  ) {}

  static async start(): Promise<Shops> {
    const settings = { trustedProxies: ['127.0.0.0/8'], webhookAllowPrivateTargets: true };
    const sandbox = await startSandbox({ settings });
    return new Shops(sandbox, await sandbox.person({ role: 'operator' }));
  }

  /** Opens a tenant with a storefront. */
  async open(settings: object = {}): Promise<Client> {
    const client = await this.sandbox.tenant();
    await this.change(client, { access: 'public', ...settings });
    return client;
  }

  /** Changes settings, and waits until the pages have the access, the colors and the font. */
  async change(client: Client, settings: object): Promise<void> {
    const { status, body, text } = await this.operator.patch(tenantPath(client, '/storefront'), settings);
    if (status !== 200) throw new Error(`The storefront could not be changed: ${text}`);
    const { access, code, accent, scheme, radius, font } = body.data;
    const changed = { access, code, brand: { accent, scheme, radius, font } };
    const tenant = await this.sandbox.app.get(TenantCache).get(client.tenant.slug);
    const storefronts = this.sandbox.app.get(Storefronts);
    await eventually(async () => expect(await storefronts.get(tenant!)).toMatchObject(changed), NOTIFICATION_MS);
  }

  /** Changes the registry of a tenant, and waits until the pages have it. */
  async setRegistry(client: Client, settings: object): Promise<void> {
    await client.setRegistry(settings);
    const tenants = this.sandbox.app.get(TenantCache);
    await eventually(async () => expect((await tenants.get(client.tenant.slug))?.registry).toMatchObject(settings));
  }

  /** A browser with its own address. */
  shopper({ tenant }: Client, headers: Record<string, string> = {}): Shopper {
    const address = `198.51.${addresses >> 8}.${addresses++ & 255}`;
    return new Shopper(this.sandbox, `${tenant.slug}.localhost`, { 'X-Forwarded-For': address, ...headers });
  }

  /** A browser that came through a share link. */
  async developer(client: Client, hours?: number): Promise<Shopper> {
    const { body } = await this.operator.post(tenantPath(client, '/storefront/links'), { hours });
    const shopper = this.shopper(client);
    const { status } = await shopper.get(body.data.path);
    if (status !== 303) throw new Error(`The share link could not be opened: ${status}`);
    return shopper;
  }

  /** Number of orders and payments of a tenant. */
  async effects({ tenant }: Client): Promise<{ orders: number; payments: number }> {
    const [row] = await this.sandbox.rows(
      `SELECT (SELECT count(*)::int FROM orders.orders WHERE tenant_id = $1) AS orders,
              (SELECT count(*)::int FROM checkout.payments WHERE tenant_id = $1) AS payments`,
      [tenant.id],
    );
    return row;
  }
}
