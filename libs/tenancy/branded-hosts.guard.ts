import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Database, Notifications, Statement } from '#platform/database';
import { MisdirectedRequest } from '#access';
import { type Guard, routePathOf } from '#platform/http';

const allHosts = new Statement<{ host: string }, Record<string, never>>(
  'tenants.hosts',
  'SELECT host FROM tenancy.tenants WHERE host IS NOT NULL',
);

const isOurs = (address: string): boolean => address.startsWith('/api/v1') || address.startsWith('/portal');

/**
 * A tenant's own host name serves its branded interface, never the API or the portal (RFC 9110, section 15.5.20). The
 * names are read again whenever a tenant changes and whenever changes may have been missed, so that no request waits
 * for them.
 */
@Injectable()
export class BrandedHosts implements Guard, OnApplicationBootstrap {
  private hosts = new Set<string>();

  constructor(
    private readonly database: Database,
    notifications: Notifications,
  ) {
    notifications.on('tenant', { changed: () => void this.read(), lost: () => void this.read() });
  }

  async onApplicationBootstrap() {
    await this.read();
  }

  check(request: FastifyRequest): void {
    if (this.hosts.size === 0 || !isOurs(routePathOf(request))) return;
    const host = request.hostname.toLowerCase().replace(/\.$/, '');
    if (this.hosts.has(host)) throw new MisdirectedRequest(host);
  }

  private async read(): Promise<void> {
    try {
      const rows = await allHosts.run(this.database, {});
      this.hosts = new Set(rows.map(({ host }) => host));
    } catch {
      // PostgreSQL is away; the names that are known still hold, and its return is told as a loss of messages.
    }
  }
}
