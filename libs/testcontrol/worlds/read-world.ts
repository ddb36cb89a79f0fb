import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { ClockRepository } from '#tenancy';
import type { WorldSnapshot } from '../contract.js';
import { requireSize, viewWorld } from './view-world.js';
import { makeRepeatable, readState } from './world-state.js';

/** Reads a snapshot of a tenant's world. */
@Injectable()
export class ReadWorld {
  constructor(
    private readonly database: Database,
    private readonly clocks: ClockRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws WorldTooLarge */
  async execute(tenantId: string): Promise<WorldSnapshot> {
    const snapshot = await this.database.transaction(async tx => {
      await makeRepeatable(tx);
      const state = await readState(tx, tenantId);
      return viewWorld(state, await this.clocks.get(tenantId, tx), this.clock.now());
    });
    return requireSize(snapshot);
  }
}
