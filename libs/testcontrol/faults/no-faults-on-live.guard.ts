import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Access, scopeOfPermission } from '#identity/access';
import { ControlOnLive } from '../model/errors.js';

/** The header that makes one request fail, as Node.js spells it. */
export const FAULT_HEADER = 'sandbox-fault';

/** Refuses the header on the live registrar. Runs after the kill switch, and before the key is checked. */
@Injectable()
export class NoFaultsOnLiveGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): true {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (headers[FAULT_HEADER] !== undefined && this.isLive(context)) throw new ControlOnLive();
    return true;
  }

  private isLive(context: ExecutionContext): boolean {
    const access = this.reflector.get(Access, context.getHandler());
    return typeof access === 'object' && 'permission' in access && scopeOfPermission(access.permission) === 'live';
  }
}
