import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Notifications, NotifiedCache } from '#platform/database';
import { type Guard, routePathOf } from '#platform/http';
import { LOGGER, type Logger } from '#platform/log';
import { RegistrarDisabled } from './model/errors.js';
import type { SwitchState } from './model/kill-switch.js';
import { KillSwitchRepository, SWITCH_ID, TOPIC } from './storage/kill-switch.repository.js';

const LIVE = '/api/v1/registrar/';

/** Refuses all requests to the live registrar API while the switch is off or cannot be read. */
@Injectable()
export class KillSwitch implements Guard {
  private readonly states: NotifiedCache<SwitchState>;

  constructor(
    killSwitch: KillSwitchRepository,
    notifications: Notifications,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.states = new NotifiedCache(TOPIC, notifications, async () => new Map([[SWITCH_ID, await killSwitch.state()]]));
  }

  check(request: FastifyRequest): void | Promise<void> {
    if (routePathOf(request).startsWith(LIVE)) return this.requireOn();
  }

  private async requireOn(): Promise<void> {
    const state = await this.states.get(SWITCH_ID).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'reading the kill switch failed; requests to the live registrar are refused');
      return null;
    });
    if (!state?.on) throw new RegistrarDisabled();
  }
}
