import { Controller, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  type Caller,
  ForControl,
  ForTenant,
  type PathTenant,
  type Person,
  ThePerson,
  ThePortalCaller,
  TheTenant,
} from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { StrictBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { NewWorldRequest, NewWorldView, WorldList, WorldRemoved } from '../contract.js';
import { ClockBackwards, NestedWorld, TooManyWorlds, WorldNotFound, WorldTooLarge } from '../model/errors.js';
import { CreateWorld } from './create-world.js';
import { EndWorld } from './end-world.js';
import { ListWorlds } from './list-worlds.js';
import { OwnLimits } from './own-limits.js';

@ApiTags('Test control')
@Controller('portal/api/tenants/:tenant/worlds')
export class WorldsPortalController {
  constructor(
    private readonly createWorldUseCase: CreateWorld,
    private readonly endWorldUseCase: EndWorld,
    private readonly listWorldsUseCase: ListWorlds,
    private readonly ownLimits: OwnLimits,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({ summary: 'List the worlds of a tenant', description: 'Returns the live worlds, oldest first.' })
  @ApiAnswer(200, WorldList, 'The worlds.')
  async listWorlds(@TheTenant() { id }: PathTenant): Promise<WorldList> {
    return { worlds: await this.listWorldsUseCase.execute(id) };
  }

  @Post()
  @ForControl()
  @ApiOperation({
    summary: 'Create a world of a tenant',
    description:
      'Creates a world: a temporary tenant with its own data and API key. The limit of the key is the default limit of API keys unless a lower one is sent.',
  })
  @ApiAnswer(201, NewWorldView, 'The world with its key, which is shown only once.')
  @Refuses(NestedWorld, TooManyWorlds, WorldTooLarge, ClockBackwards)
  async createWorld(
    @ThePerson() by: Person,
    @ThePortalCaller() { tenant, requestId }: Caller,
    @StrictBody() request: NewWorldRequest,
  ): Promise<NewWorldView> {
    const limit = this.settings.defaultRateLimit;
    const ownLimit = await this.ownLimits.highest(tenant);
    return this.createWorldUseCase.execute(tenant, request, { limit, ownLimit, requestId, by });
  }

  @Delete(':slug')
  @ForControl()
  @ApiParam({ name: 'slug', description: 'Slug of the world.', example: 'w-k3x9m2p7q4r8t1v6' })
  @ApiOperation({
    summary: 'End a world of a tenant',
    description: 'Ends a world at once. Its key is invalid for every request that is sent after the response.',
  })
  @ApiAnswer(200, WorldRemoved, 'Confirmation.')
  @Refuses(WorldNotFound)
  async endWorld(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @Param('slug') slug: string,
  ): Promise<WorldRemoved> {
    await this.endWorldUseCase.execute(tenant, slug, by);
    return { tenant: slug, removed: true };
  }
}
