import type { Server } from 'node:net';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { PathTenant } from '#identity/access';
import { ServiceUnavailable } from '#platform/http';
import type { NewWorldView, PlayedScenario } from '../../contract.js';
import { ScenarioCreatesWorlds, ScenarioNotFound, WorldNotFound } from '../../model/errors.js';
import { QueueByKey } from '../../queue-by-key.js';
import { CreateWorld } from '../../worlds/create-world.js';
import { Worlds } from '../../worlds/worlds.js';
import { scenarios } from '../catalogue/scenarios.js';
import { play } from '../play/play.js';
import { Unreachable } from '../play/send.js';
import { isPlayableInWorld } from './is-playable-in-world.js';
import { ownAddress } from './own-address.js';

/** Maximum number of scenarios of a tenant that a process plays at the same time; further ones wait. */
const LANES = 4;

/** Lifetime of the world, which is enough for the slowest scenario. If the process fails, the world ends after this time. */
const TTL = 'PT2M';

/** Requests per minute in a world; a scenario needs less than 20. */
const LIMIT = 600;

/** Plays a scenario in a world of its own, so that it changes nothing of the tenant. */
@Injectable()
export class RunScenario {
  private readonly queue = new QueueByKey();
  private runs = 0;

  constructor(
    private readonly createWorld: CreateWorld,
    private readonly worlds: Worlds,
    private readonly host: HttpAdapterHost,
  ) {}

  /** @throws ScenarioNotFound · ScenarioCreatesWorlds · NestedWorld · TooManyWorlds · ServiceUnavailable */
  execute(tenant: PathTenant, id: string, requestId: string): Promise<PlayedScenario> {
    const scenario = scenarios().find(row => row.id === id);
    if (!scenario) throw new ScenarioNotFound();
    if (!isPlayableInWorld(scenario)) throw new ScenarioCreatesWorlds();
    return this.queue.run(`${tenant.id}:${this.runs++ % LANES}`, () =>
      this.inWorld(tenant, requestId, ({ tenant: slug, key }) => play(scenario, { url: this.url, key, tenant: slug })),
    );
  }

  private async inWorld<T>(tenant: PathTenant, requestId: string, work: (world: NewWorldView) => Promise<T>) {
    const request = { name: 'Scenario', ttl: TTL };
    const world = await this.createWorld.execute(tenant, request, {
      limit: LIMIT,
      highestKeyLimit: await this.worlds.highestKeyLimit(tenant),
      requestId,
    });
    try {
      return await work(world);
    } catch (error) {
      throw error instanceof Unreachable ? new ServiceUnavailable(error.message, 1) : error;
    } finally {
      await this.worlds.end(tenant, world.tenant).catch(ignoreEnded);
    }
  }

  private get url(): string {
    return ownAddress(this.host.httpAdapter.getHttpServer() as Server);
  }
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof WorldNotFound)) throw error;
}
