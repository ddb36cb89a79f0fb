import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, Notifications, Statement } from '#platform/database';
import { BackgroundJobs } from '#platform/queue/jobs';
import { LOGGER, type Logger } from '#platform/observability/log';
import { type CachedTenant, TenantCache } from '../tenant-cache.js';
import { HOSTS_TOPIC } from '../storage/host.mapping.js';
import { Hosts } from './hosts.js';

const verifiedHosts = new Statement<{ host: string; slug: string }, Record<string, never>>(
  'tenancy.verified-hosts',
  `SELECT h.host, t.slug FROM tenancy.hosts h JOIN tenancy.tenants t ON t.id = h.tenant_id WHERE h.state = 'verified'`,
);

/** Bounds how long the hosts can be stale, should a notification get lost. */
const INTERVAL_MS = 30_000;

/** Labels below STOREFRONT_DOMAIN that show no storefront, even if they are slugs. */
const RESERVED = new Set(['www', 'api', 'portal', 'docs']);

/**
 * Finds the tenant whose storefront a host name shows. Verified hosts are kept in memory, and read again when one changes,
 * when notifications were lost, and every 30 seconds.
 */
@Injectable()
export class HostDirectory implements OnApplicationBootstrap {
  private slugs = new Map<string, string>();
  private readonly publicHosts: ReadonlySet<string>;
  private readonly suffix: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantCache,
    private readonly hosts: Hosts,
    notifications: Notifications,
    jobs: BackgroundJobs,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) { publicHosts, storefrontDomain }: Settings,
  ) {
    this.publicHosts = new Set(publicHosts);
    this.suffix = storefrontDomain && `.${storefrontDomain}`;
    const job = jobs.add('reading hosts', INTERVAL_MS, () => this.read());
    notifications.on(HOSTS_TOPIC, { changed: () => job.wake(), lost: () => job.wake() });
  }

  async onApplicationBootstrap() {
    if (this.suffix !== undefined && this.publicHosts.size === 0)
      this.logger.warn(
        `STOREFRONT_DOMAIN is set without PUBLIC_HOSTS. If the installation itself is served at a host such as shop${this.suffix}, a tenant with the slug shop takes over that host; set PUBLIC_HOSTS to the hosts of the installation`,
      );
    // While PostgreSQL is not available, the job tries again.
    await this.read().catch(() => {});
  }

  /**
   * Returns the tenant whose storefront a host name shows, even if it is suspended; undefined for the installation's
   * own hosts. Synchronous unless the name can belong to a tenant.
   * @param host name without a port, in any case, possibly with a trailing dot
   */
  resolve(host: string): CachedTenant | undefined | Promise<CachedTenant | undefined> {
    const slug = this.slugOf(normalize(host));
    return slug === undefined ? undefined : this.tenants.get(slug).then(tenant => tenant ?? undefined);
  }

  /** Whether a host name shows a storefront to other machines than this one. */
  async isPublicStorefront(host: string): Promise<boolean> {
    const name = normalize(host);
    return !name.endsWith('.localhost') && (await this.resolve(name)) !== undefined;
  }

  /** All host names that show the storefront of a tenant. Read from the database, so that a change is seen at once. */
  async namesOf({ id, slug }: Pick<CachedTenant, 'id' | 'slug'>): Promise<string[]> {
    const below = this.suffix !== undefined && !RESERVED.has(slug) ? [`${slug}${this.suffix}`] : [];
    const own = (await this.hosts.list(id)).flatMap(({ state, host }) => (state === 'verified' ? [host] : []));
    return [`${slug}.localhost`, ...below, ...own].filter(name => !this.publicHosts.has(name));
  }

  private slugOf(name: string): string | undefined {
    if (this.publicHosts.has(name)) return undefined;
    if (name.endsWith('.localhost')) return labelBefore('.localhost', name);
    if (this.suffix === undefined || !name.endsWith(this.suffix)) return this.slugs.get(name);
    const label = labelBefore(this.suffix, name);
    return label === undefined || RESERVED.has(label) ? undefined : label;
  }

  /** If reading fails, the names read before stay in use. */
  private async read(): Promise<void> {
    const rows = await verifiedHosts.run(this.database, {});
    this.slugs = new Map(rows.map(({ host, slug }) => [host, slug]));
  }
}

const normalize = (host: string): string => host.toLowerCase().replace(/\.$/, '');

/** The label before a suffix; undefined if there are several. */
function labelBefore(suffix: string, name: string): string | undefined {
  const label = name.slice(0, -suffix.length);
  return label.includes('.') ? undefined : label;
}
