import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MisdirectedRequest } from '#access';
import { type Guard, routePathOf } from '#platform/http';
import { HostDirectory } from './hosts/host-directory.js';
import type { CachedTenant } from './tenant-cache.js';

const isApiOrPortal = (path: string): boolean => path.startsWith('/api/v1') || path.startsWith('/portal');

/** Rejects requests to the API and the portal at hosts that show the storefront of a tenant (RFC 9110, section 15.5.20). */
@Injectable()
export class BrandedHosts implements Guard {
  constructor(private readonly directory: HostDirectory) {}

  check(request: FastifyRequest): void | Promise<void> {
    if (!isApiOrPortal(routePathOf(request))) return undefined;
    const host = request.hostname;
    const found = this.directory.resolve(host);
    if (found instanceof Promise) return found.then(tenant => rejectStorefront(host, tenant));
    return rejectStorefront(host, found);
  }
}

function rejectStorefront(host: string, tenant: CachedTenant | undefined): void {
  if (tenant) throw new MisdirectedRequest(host.toLowerCase().replace(/\.$/, ''));
}
