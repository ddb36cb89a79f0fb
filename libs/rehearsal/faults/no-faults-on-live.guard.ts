import type { FastifyRequest } from 'fastify';
import { scopeOf } from '#access';
import type { Guard } from '#platform/http';
import { ControlOnLive } from '../model/errors.js';

/** The header that makes one request fail, as Node.js spells it. */
export const FAULT_HEADER = 'sandbox-fault';

/** Refuses the header on the live registrar. Runs after the kill switch, and before the key is checked. */
export const noFaultsOnLive: Guard = {
  check(request) {
    return request.headers[FAULT_HEADER] !== undefined && isLive(request)
      ? Promise.reject(new ControlOnLive())
      : undefined;
  },
};

function isLive(request: FastifyRequest): boolean {
  const { access } = request.routeOptions.config;
  return typeof access === 'object' && 'permission' in access && scopeOf(access.permission) === 'live';
}
