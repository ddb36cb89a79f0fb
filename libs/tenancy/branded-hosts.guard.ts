import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { addressOf, Database, type Guard, Notifications, Refusal, Remembered, Statement } from '#platform';

const ALL = 'all';

const allHosts = new Statement<{ host: string }, Record<string, never>>(
  'tenants.hosts',
  'SELECT host FROM tenancy.tenants WHERE host IS NOT NULL',
);

/** A tenant's own host name serves its branded interface, never the API (RFC 9110, section 15.5.20). */
@Injectable()
export class BrandedHosts implements Guard {
  private readonly hosts: Remembered<Set<string>>;

  constructor(database: Database, notifications: Notifications) {
    this.hosts = new Remembered('tenant', notifications, async () => {
      const rows = await allHosts.run(database.pool, {});
      return new Set(rows.map(({ host }) => host));
    });
    notifications.on('tenant', { changed: () => this.hosts.forget(ALL), lost: () => {} });
  }

  check(request: FastifyRequest): void | Promise<void> {
    if (!addressOf(request).startsWith('/api/v1')) return;
    const hosts = this.hosts.get(ALL);
    return hosts instanceof Promise ? hosts.then(known => refuse(known, request)) : refuse(hosts, request);
  }
}

function refuse(hosts: Set<string> | null, request: FastifyRequest): void {
  if (hosts?.has(request.hostname.toLowerCase()))
    throw new Refusal(
      'misdirected',
      'MISDIRECTED_REQUEST',
      `${request.hostname} serves a tenant's own interface; call the API at its base URL.`,
    );
}
