import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Database, Notifications, Statement } from '#platform/database';
import { MisdirectedRequest } from '#access';
import { type Guard, routePathOf } from '#platform/http';

const allHosts = new Statement<{ host: string }, Record<string, never>>(
  'tenants.hosts',
  'SELECT host FROM tenancy.tenants WHERE host IS NOT NULL',
);

const isApiOrPortal = (path: string): boolean => path.startsWith('/api/v1') || path.startsWith('/portal');

/**
 * Rejects requests to the API and the portal at host names of tenants, which serve the branded interface (RFC 9110,
 * section 15.5.20). The host names are kept in memory and read again when a tenant changes or notifications were lost.
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
    if (this.hosts.size === 0 || !isApiOrPortal(routePathOf(request))) return;
    const host = request.hostname.toLowerCase().replace(/\.$/, '');
    if (this.hosts.has(host)) throw new MisdirectedRequest(host);
  }

  private async read(): Promise<void> {
    try {
      const rows = await allHosts.run(this.database, {});
      this.hosts = new Set(rows.map(({ host }) => host));
    } catch {
      // PostgreSQL is not available. The names stay valid, and `lost` is called after the reconnect.
    }
  }
}
