import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ApiKeyInvalid,
  ApiKeyRequired,
  ControlDisabled,
  FacadeDisabled,
  includesPermission,
  type KeyAccess,
  keyAccessOf,
  PermissionDenied,
  RateLimited,
  type RejectedKey,
  type Rejection,
  ScopeDenied,
  scopeOfPermission,
  TenantRequired,
} from '#identity/access';
import { Clock } from '#platform/process/clock';
import { isDatabaseUnavailable } from '#platform/database';
import { Refusal } from '#platform/http/errors';
import { type Admission, traceparentOf } from '#platform/http';
import { type CachedTenant, TenantCache } from '#tenancy';
import { hashOfSecret, hintOfSecret, LABEL } from '#platform/model';
import { type CachedKey, KeyCache } from './key-cache.js';
import { describeLimit, RequestLimits, type Tally } from './limits/request-limits.js';
import { isWellFormed, scopeOfKey } from './model/key-value.js';
import { RecordKeyUse } from './record-key-use.js';
import { Tickets } from './try/tickets.js';

type Identity = { key: CachedKey; tenant: CachedTenant };

/** Authenticates the key, counts the request against its limit, and checks scope and permission. */
@Injectable()
export class KeyGuard implements CanActivate, Admission {
  constructor(
    private readonly keys: KeyCache,
    private readonly tickets: Tickets,
    private readonly tenants: TenantCache,
    private readonly limits: RequestLimits,
    private readonly uses: RecordKeyUse,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const access = keyAccessOf(request.routeOptions.config);
    return access ? this.admit(request, http.getResponse<FastifyReply>(), access) : true;
  }

  private async admit(request: FastifyRequest, reply: FastifyReply, access: KeyAccess): Promise<true> {
    const { key, tenant } = await this.identify(request, access);
    identifyAs(request, key, tenant);
    request.admission = this;
    this.uses.record(key.id);
    await this.countRequest(reply, { key, tenant });
    authorize(key, tenant, access);
    return true;
  }

  private async countRequest(reply: FastifyReply, { key, tenant: { sharedLimit } }: Identity): Promise<void> {
    const tally = await this.limits.count(key.id, key.rate_limit);
    void reply.headers(describeLimit(tally, this.clock.millis()));
    requireWithin(tally);
    // Worlds exist only in the sandbox.
    if (sharedLimit && key.scope === 'sandbox')
      requireWithin(
        await this.limits.count(sharedLimit.permanentTenantId, sharedLimit.limit),
        'The tenant and its worlds are together',
      );
  }

  /** Identifies the caller of a request that an earlier guard refused, for the request log only. */
  async identifyCaller(request: FastifyRequest): Promise<void> {
    const access = keyAccessOf(request.routeOptions.config);
    if (request.identity || request.rejectedKey || !access) return;
    try {
      const { key, tenant } = await this.identify(request, access);
      identifyAs(request, key, tenant);
    } catch (error) {
      const isUnknownCaller = error instanceof Refusal && error.family === 'unauthenticated';
      if (!isUnknownCaller && !isDatabaseUnavailable(error)) throw error;
    }
  }

  /** Checks the key of a request that was already admitted. It is not counted against the limit a second time. */
  async recheck(request: FastifyRequest): Promise<void> {
    const access = keyAccessOf(request.routeOptions.config);
    if (!access) return;
    const { key, tenant } = await this.identify(request, access);
    authorize(key, tenant, access);
  }

  private async identify(request: FastifyRequest, { facade }: KeyAccess): Promise<Identity> {
    const { value, slug } = credentialsOf(request, { needsTenant: facade === undefined });
    // Only requests that this process sends to itself have a ticket as value.
    const hash = this.tickets.redeem(request, value);
    const key = await (hash === undefined ? this.keys.get(value) : this.keys.getByHash(hash));
    const tenant = slug === '' ? await this.tenants.getById(key?.tenant_id) : await this.tenants.get(slug);
    if (!key) return reject(request, isWellFormed(value) ? 'unknown' : 'malformed', tenant);
    if (!tenant || key.tenant_id !== tenant.id) return reject(request, 'wrong_tenant', tenant);
    if (tenant.suspended) return reject(request, 'suspended', tenant);
    if (this.isExpired(key)) return reject(request, 'expired', tenant);
    return { key, tenant };
  }

  private isExpired(key: CachedKey): boolean {
    return key.expires_at !== null && key.expires_at.getTime() <= this.clock.millis();
  }
}

/** @throws RateLimited */
function requireWithin({ exceeded, limit, resetMs }: Tally, subject?: string): void {
  if (exceeded) throw new RateLimited(limit, Math.ceil(resetMs / 1_000), subject);
}

function identifyAs(request: FastifyRequest, key: CachedKey, tenant: CachedTenant): void {
  request.caller = {
    tenant,
    keyId: key.id,
    permissions: key.permissions,
    limit: key.rate_limit,
    requestId: request.id,
    traceparent: traceparentOf(request),
  };
  request.identity = { tenant: tenant.slug, keyId: key.id };
}

function authorize(key: CachedKey, tenant: CachedTenant, { permission, alsoRequired, facade }: KeyAccess): void {
  const scope = scopeOfPermission(permission);
  if (key.scope !== scope) throw new ScopeDenied(key.scope, scope);
  if (!includesPermission(key.permissions, permission)) throw new PermissionDenied(permission);
  const missing = alsoRequired?.find(required => !includesPermission(key.permissions, required));
  if (missing) throw new PermissionDenied(missing);
  if (permission === 'sandbox.control' && tenant.controlDisabled) throw new ControlDisabled();
  if (facade && !tenant.facades.includes(facade)) throw new FacadeDisabled();
}

/** @throws ApiKeyRequired · TenantRequired */
function credentialsOf(request: FastifyRequest, { needsTenant }: { needsTenant: boolean }) {
  const [value, slug] = [bearerOf(request), slugOf(request)];
  const isTenantMissing = needsTenant && slug === '';
  if (value === undefined || isTenantMissing) noteRejection(request, 'missing');
  if (value === undefined) throw new ApiKeyRequired();
  if (isTenantMissing) throw new TenantRequired();
  return { value, slug };
}

/** Throws the same error for all reasons. */
function reject(request: FastifyRequest, reason: Rejection, tenant: CachedTenant | null): never {
  noteRejection(request, reason, tenant !== null);
  throw new ApiKeyInvalid();
}

/** RFC 6750, section 2.1; the scheme's case does not matter (RFC 9110, section 11.1). */
const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trimEnd();

const slugOf = ({ headers }: FastifyRequest): string => String(headers['x-tenant'] ?? '').trim();

/** Stores on the request why it is not authenticated, for the log of unauthenticated requests. */
function noteRejection(request: FastifyRequest, reason: Rejection, isKnownTenant = false): void {
  const slug = slugOf(request);
  request.rejectedKey = {
    reason,
    tenant: LABEL.test(slug) ? slug : null,
    isKnownTenant,
    key: claimedKey(bearerOf(request)),
  };
}

function claimedKey(value = ''): RejectedKey['key'] {
  if (!isWellFormed(value)) return null;
  const { start, end } = hintOfSecret(value);
  return { start: `ny_${scopeOfKey(value)}_${start}`, end, hash: hashOfSecret(value) };
}
