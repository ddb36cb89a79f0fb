import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  Access,
  canSee,
  ControlDisabled,
  ForeignOrigin,
  type LoggedInPerson,
  LoginRequired,
  type PathTenant,
  type Person,
  type PersonAccess,
  requireOperator,
  SessionRequired,
  TenantNotFound,
  TokenLimited,
  TokenReadOnly,
} from '#identity/access';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { originOf } from '#platform/http';
import { hashOfSecret } from '#platform/model';
import { TenantCache } from '#tenancy';
import { sessionCookie } from './login/cookies.js';
import { tenantsOf } from './model/access-token.js';
import { isOver, LAST_USED_INTERVAL_MS } from './model/session.js';
import { findSession, markSeen, type SessionRow } from './storage/sessions.js';
import { AuthenticateToken, tokenIn, type TokenRow } from './tokens/authenticate-token.js';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Checks portal requests: their origin and session, or their access token; the role; and whether the person can see the
 * tenant in the path. A request with an access token is not checked for its origin, and its cookies are ignored.
 */
@Injectable()
export class PersonGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly database: Database,
    private readonly tenants: TenantCache,
    private readonly clock: Clock,
    private readonly tokens: AuthenticateToken,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const access = this.reflector.get(Access, context.getHandler());
    if (access === undefined || access === 'open' || !('person' in access)) return true;
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    // Another person may use the same browser next.
    void reply.header('Cache-Control', 'no-store');
    const token = access.person === 'none' ? undefined : tokenIn(request);
    if (token === undefined) requireSameOrigin(request);
    if (access.person === 'none') return true;
    if (token === undefined) return this.admitSession(request, access);
    if (access.sessionOnly) throw new SessionRequired();
    return this.admitToken(request, reply, token, access);
  }

  private async admitSession(request: FastifyRequest, access: PersonAccess): Promise<true> {
    const session = await this.sessionOf(request);
    const { id: sessionId, email } = session;
    const common = personOf(request, { ...session, limitedTo: null });
    const person: LoggedInPerson = { ...common, email, name: email, sessionId };
    request.identity = { personId: person.id };
    await this.authorize(request, person, access);
    return true;
  }

  private async admitToken(
    request: FastifyRequest,
    reply: FastifyReply,
    value: string,
    access: PersonAccess,
  ): Promise<true> {
    const token = await this.tokens.execute(value, reply);
    if (token.readOnly && !SAFE_METHODS.has(request.method)) throw new TokenReadOnly();
    // The audit log shows the name of the actor.
    const person = { ...personOf(request, token), name: `${token.email} (token ${token.name})` };
    request.identity = { personId: person.id, tokenId: token.id };
    await this.authorize(request, person, access);
    const isInstallationWide = access.person === 'operator' && request.pathTenant === undefined;
    if (isInstallationWide && person.tenantIds !== undefined) throw new TokenLimited();
    return true;
  }

  private async authorize(request: FastifyRequest, person: Person, access: PersonAccess): Promise<void> {
    request.person = person;
    const { tenant } = request.params as { tenant?: string };
    if (tenant !== undefined) {
      request.pathTenant = await this.tenantFor(person, tenant);
      request.identity = { ...request.identity, tenant: request.pathTenant.slug };
    }
    if (access.person === 'operator') requireOperator(person);
    if (access.needsControl && request.pathTenant?.controlDisabled) throw new ControlDisabled();
  }

  private async sessionOf(request: FastifyRequest): Promise<SessionRow> {
    const token = sessionCookie.read(request);
    const session =
      token === undefined ? undefined : await findSession.first(this.database, { hash: hashOfSecret(token) });
    const now = this.clock.now();
    if (!session || isOver(session, now)) throw new LoginRequired();
    if (now.getTime() - session.seenAt.getTime() >= LAST_USED_INTERVAL_MS)
      await markSeen.run(this.database, { id: session.id, now });
    return session;
  }

  private async tenantFor(person: Person, slug: string): Promise<PathTenant> {
    const tenant = await this.tenants.get(slug);
    if (tenant && canSee(person, tenant)) return tenant;
    throw new TenantNotFound(slug);
  }
}

/** The person of a session or a token. Masks domain owners only for developers. */
const personOf = (
  { ip: address }: FastifyRequest,
  row: Pick<TokenRow, 'personId' | 'role' | 'tenantIds' | 'limitedTo' | 'ownersMasked'>,
): Omit<Person, 'name'> => ({
  id: row.personId,
  role: row.role,
  tenantIds: tenantsOf(row),
  ownersMasked: row.ownersMasked && row.role === 'developer',
  address,
});

/**
 * Prevents cross-site request forgery. Browsers send `Origin` or `Sec-Fetch-Site` with requests that change something;
 * other clients send neither and are not affected.
 */
function requireSameOrigin({ method, headers, protocol, host }: FastifyRequest): void {
  if (SAFE_METHODS.has(method)) return;
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin !== originOf(protocol, host)) throw new ForeignOrigin();
  if (site !== undefined && site !== 'same-origin') throw new ForeignOrigin();
}
