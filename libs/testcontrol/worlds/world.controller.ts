import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type Caller,
  ForControl,
  type PathTenant,
  type Person,
  Requires,
  TheCaller,
  CurrentPerson,
  CurrentTenant,
} from '#identity/access';
import { InvalidDomain, UnsupportedTld } from '#domains/model';
import { StrictBody, ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { ResetRequest, ResetResult, ResetView, RestoredView, WorldSnapshot } from '../contract.js';
import { InvalidFault, MAX_SNAPSHOT_BYTES, NotConfirmed, WorldTooLarge } from '../model/errors.js';
import { ResetWorld } from './reset-world.js';
import { Snapshots } from './snapshots.js';

/** Maximum number of JSON members and elements of a snapshot with the maximum number of rows. */
const MAX_VALUES = 300_000;

@ApiTags('Control')
@Controller('api/v1/sandbox/control/world')
export class WorldController {
  constructor(
    private readonly snapshots: Snapshots,
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
  getWorld(@TheCaller() { tenant }: Caller) {
    return this.snapshots.take(tenant.id);
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
  restoreWorld(@TheCaller() { tenant }: Caller, @StrictBody() snapshot: WorldSnapshot) {
    return this.snapshots.restore(tenant, snapshot);
  }

  @Delete()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Reset',
    description:
      'Sets the clock of the tenant to real time and the registry to its default settings, and removes its orders, payments, registrations, idempotency keys and fault rules. Logs, events and webhook receivers are kept.',
  })
  @ApiAnswer(200, ResetView, 'Numbers of removed rows.')
  resetWorld(@TheCaller() { tenant }: Caller) {
    return this.resetWorldUseCase.execute(tenant);
  }
}

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/reset')
export class ResetPortalController {
  constructor(private readonly resetWorld: ResetWorld) {}

  @Post()
  @ForControl()
  @ApiOperation({
    summary: 'Reset the data of a tenant',
    description:
      'Returns the clock to real time and the registry to its default settings, and removes all orders, payments, registrations, idempotency keys and fault rules, step by step. The request log, usage statistics and webhooks are kept.',
  })
  @ApiAnswer(200, ResetResult, 'Numbers of removed orders and registrations.')
  @Refuses(NotConfirmed)
  async resetSandbox(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @ValidBody() { confirm }: ResetRequest,
  ) {
    if (confirm !== tenant.slug) throw new NotConfirmed(tenant.slug);
    const { orders, registrations } = await this.resetWorld.execute(tenant, by);
    return { orders, domains: registrations };
  }
}
