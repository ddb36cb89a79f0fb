import { Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Requires, TheCaller } from '#identity/access';
import { InvalidDomain, UnsupportedTld } from '#domains/model';
import { StrictBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { ResetView, RestoredView, WorldSnapshot } from '../contract.js';
import { InvalidFault, MAX_SNAPSHOT_BYTES, WorldTooLarge } from '../model/errors.js';
import { ReadWorld } from './read-world.js';
import { ResetWorld } from './reset-world.js';
import { RestoreWorld } from './restore-world.js';

/** Maximum number of JSON members and elements of a snapshot with the maximum number of rows. */
const MAX_VALUES = 300_000;

@ApiTags('Control')
@Controller('api/v1/sandbox/control/world')
export class WorldController {
  constructor(
    private readonly readWorld: ReadWorld,
    private readonly restoreWorldUseCase: RestoreWorld,
    private readonly resetWorldUseCase: ResetWorld,
  ) {}

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Get a snapshot',
    description:
      'Returns the state of the tenant: clock, orders with their payments, registrations, and fault rules. It contains no keys, secrets or logs. The same state always has the same snapshot.',
  })
  @ApiAnswer(200, WorldSnapshot, 'The snapshot.')
  @Refuses(WorldTooLarge)
  getWorld(@TheCaller() { tenant }: Caller): Promise<WorldSnapshot> {
    return this.readWorld.execute(tenant.id);
  }

  @Put()
  @Requires('sandbox.control', { bodyLimit: MAX_SNAPSHOT_BYTES, maxValues: MAX_VALUES })
  @ApiOperation({
    summary: 'Restore a snapshot',
    description:
      'Replaces the state of the tenant by a snapshot of at most 4 MiB, all or nothing. Missing members get defaults. Due dates in the past count as happened, and no event is recorded.',
  })
  @ApiAnswer(200, RestoredView, 'Numbers of restored rows.')
  @Refuses(WorldTooLarge, InvalidDomain, UnsupportedTld, InvalidFault)
  restoreWorld(@TheCaller() { tenant }: Caller, @StrictBody() snapshot: WorldSnapshot): Promise<RestoredView> {
    return this.restoreWorldUseCase.execute(tenant, snapshot);
  }

  @Delete()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Reset',
    description:
      'Sets the clock of the tenant to real time, and removes its orders, payments, registrations, idempotency keys and fault rules. Logs, events and webhook receivers are kept.',
  })
  @ApiAnswer(200, ResetView, 'Numbers of removed rows.')
  resetWorld(@TheCaller() { tenant }: Caller): Promise<ResetView> {
    return this.resetWorldUseCase.execute(tenant);
  }
}
