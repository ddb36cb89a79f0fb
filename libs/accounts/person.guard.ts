import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ControlDisabled,
  ForeignOrigin,
  LoginRequired,
  type PathTenant,
  type PersonAccess,
  requireOperator,
  TenantNotFound,
} from '#access';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { type Guard, originOf } from '#platform/http';
import { TenantCache } from '#tenancy';
import { sessionCookie } from './login/cookies.js';
import { hashOfToken, isOver, SEEN_STEP_MS } from './model/session.js';
import { findSession, markSeen, type SessionRow } from './storage/sessions.js';

/** Checks the origin of portal requests, the session, the role, and whether the person can see the tenant in the path. */
@Injectable()
export class PersonGuard implements Guard {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantCache,
    private readonly clock: Clock,
  ) {}

  check(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'open' || !('person' in access)) return;
    // Another person may use the same browser next.
    void reply.header('Cache-Control', 'no-store');
    requireSameOrigin(request);
    if (access.person !== 'none') return this.admit(request, access);
  }

  private async admit(request: FastifyRequest, { person: needed, needsControl }: PersonAccess): Promise<void> {
    const session = await this.sessionOf(request);
    const { id: sessionId, personId: id, email: name, role, tenantIds } = session;
    request.person = { id, name, role, tenantIds, sessionId, address: request.ip };
    const { tenant } = request.params as { tenant?: string };
    request.identity = { personId: id };
    if (tenant !== undefined) request.pathTenant = await this.tenantFor(session, tenant);
    if (needed === 'operator') requireOperator(session);
    if (needsControl && request.pathTenant?.controlDisabled) throw new ControlDisabled();
  }

  private async sessionOf(request: FastifyRequest): Promise<SessionRow> {
    const token = sessionCookie.read(request);
    const session =
      token === undefined ? undefined : await findSession.first(this.database, { hash: hashOfToken(token) });
    const now = this.clock.now();
    if (!session || isOver(session, now)) throw new LoginRequired();
    if (now.getTime() - session.seenAt.getTime() >= SEEN_STEP_MS)
      await markSeen.run(this.database, { id: session.id, now });
    return session;
  }

  private async tenantFor({ role, tenantIds }: SessionRow, slug: string): Promise<PathTenant> {
    const tenant = await this.tenants.get(slug);
    if (tenant && (role === 'operator' || tenantIds.includes(tenant.parentId ?? tenant.id))) return tenant;
    throw new TenantNotFound(slug);
  }
}

/**
 * Prevents cross-site request forgery. Browsers send `Origin` or `Sec-Fetch-Site` with requests that change something;
 * other clients send neither and are not affected.
 */
function requireSameOrigin({ method, headers, protocol, host }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin !== originOf(protocol, host)) throw new ForeignOrigin();
  if (site !== undefined && site !== 'same-origin') throw new ForeignOrigin();
}
