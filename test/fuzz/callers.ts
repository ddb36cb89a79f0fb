import type { Client } from '../support/client.js';
import type { PortalClient } from '../support/portal-client.js';
import type { Sandbox } from '../support/sandbox.js';
import type { Operation } from './documents.js';
import type { Header } from './headers.js';

/** Sender of a request. "other tenant" is a key of another tenant than the shop. */
export type Caller = 'key' | 'live key' | 'other tenant' | 'operator' | 'developer' | 'anonymous';

/** Operations that end the session of their caller or change their password, or need that password. */
export const affectsCaller = ({ path, body }: Operation): boolean =>
  /^\/portal\/api\/(sessions?(\/.*)?|password|factors\/.*)$/.test(path) || body?.properties?.current !== undefined;

/** Operations that remove the orders of their caller, which other operations need. */
const REPLACING = ['resetWorld', 'restoreWorld'];

/** Keys of two tenants and accounts of both roles. */
export class Callers {
  private isPasswordKnown = true;

  private constructor(
    private readonly sandbox: Sandbox,
    readonly shop: Client,
    readonly other: Client,
    /** A world of the shop. */
    readonly world: Client,
    private readonly live: Client,
    readonly operator: PortalClient,
    private readonly developer: PortalClient,
    /** An account that may lose its session and password. */
    public disposable: PortalClient,
  ) {}

  static async in(sandbox: Sandbox): Promise<Callers> {
    const [shop, other] = [await sandbox.tenant(), await sandbox.tenant()];
    const world = await sandbox.world(shop, { ttl: 'PT24H' });
    const live = await sandbox.key(shop.tenant, { scope: 'live' });
    const operator = await sandbox.person({ role: 'operator' });
    const developer = await sandbox.person({ role: 'developer', tenants: [shop] });
    const disposable = await sandbox.person({ role: 'operator' });
    return new Callers(sandbox, shop, other, world, live, operator, developer, disposable);
  }

  /** The headers that identify a caller. */
  headersOf(caller: Caller, operation: Operation): Header[] {
    if (caller === 'anonymous') return [];
    if (caller === 'operator' || caller === 'developer') {
      const { cookie = '' } = affectsCaller(operation) ? this.disposable : this[caller];
      return [
        ['Cookie', cookie],
        ['Origin', this.sandbox.origin],
      ];
    }
    const clients = {
      key: REPLACING.includes(operation.id) ? this.world : this.shop,
      'live key': this.live,
      'other tenant': this.other,
    };
    const { tenant, key } = clients[caller];
    return [
      ['Authorization', `Bearer ${key.value}`],
      ['X-Tenant', tenant.slug],
    ];
  }

  /** Makes sure that the disposable account is logged in and has a known password. */
  async renewDisposable(): Promise<void> {
    // Wrong passwords would lock out the address that all callers share.
    await this.sandbox.rows('DELETE FROM identity.login_limits');
    if (!this.isPasswordKnown) this.disposable = await this.sandbox.person({ role: 'operator' });
    else if ((await this.disposable.get('session')).status !== 200) await this.disposable.startSession();
    this.isPasswordKnown = true;
  }

  forgetPassword(): void {
    this.isPasswordKnown = false;
  }
}
