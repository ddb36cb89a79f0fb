import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Notifications, NotifiedCache } from '#platform/database';
import { routePathOf } from '#platform/http';
import { LOGGER, type Logger } from '#platform/observability/log';
import { KillSwitch, SWITCH_ID, TOPIC } from './kill-switch.js';
import { RegistrarDisabled } from './model/errors.js';
import type { SwitchState } from './model/kill-switch.js';

const LIVE = '/api/v1/registrar/';

/** Refuses all requests to the live registrar API while the switch is off or cannot be read. */
@Injectable()
export class KillSwitchGuard implements CanActivate {
  private readonly states: NotifiedCache<SwitchState>;

  constructor(
    killSwitch: KillSwitch,
    notifications: Notifications,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.states = new NotifiedCache(TOPIC, notifications, async () => new Map([[SWITCH_ID, await killSwitch.state()]]));
  }

  canActivate(context: ExecutionContext): true | Promise<true> {
    const isLive = routePathOf(context.switchToHttp().getRequest<FastifyRequest>()).startsWith(LIVE);
    return isLive ? this.requireOn() : true;
  }

  private async requireOn(): Promise<true> {
    const state = await this.states.get(SWITCH_ID).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'reading the kill switch failed; requests to the live registrar are refused');
      return null;
    });
    if (!state?.on) throw new RegistrarDisabled();
    return true;
  }
}
