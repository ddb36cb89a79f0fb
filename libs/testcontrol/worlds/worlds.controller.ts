import { Controller, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  type Caller,
  ForControl,
  ForTenant,
  type PathTenant,
  type Person,
  Requires,
  TheCaller,
  CurrentPerson,
  ThePortalCaller,
  CurrentTenant,
} from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { StrictBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { EndedWorldList, NewWorldRequest, NewWorldView, WorldList, WorldRemoved, WorldStoryView } from '../contract.js';
import {
  ClockBackwards,
  MAX_WORLDS,
  NestedWorld,
  StoryNotFound,
  TooManyWorlds,
  WorldNotFound,
  WorldTooLarge,
} from '../model/errors.js';
import { CreateWorld } from './create-world.js';
import { WorldStories } from './world-stories.js';
import { Worlds } from './worlds.js';

@ApiTags('Control')
@Controller('api/v1/sandbox/control/worlds')
export class WorldsController {
  constructor(
    private readonly worlds: Worlds,
    private readonly createWorldUseCase: CreateWorld,
  ) {}

  @Post()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Create a world',
    description: `Creates a world: a temporary tenant with its own orders, registrations, fault rules, clock and API key, for example for one test. It ends after its \`ttl\`. A tenant can have ${MAX_WORLDS} worlds at a time.`,
  })
  @ApiAnswer(201, NewWorldView, 'The world with its key, which is shown only once.')
  @Refuses(NestedWorld, TooManyWorlds, WorldTooLarge, ClockBackwards)
  createWorld(@TheCaller() { tenant, limit, requestId }: Caller, @StrictBody() request: NewWorldRequest) {
    return this.createWorldUseCase.execute(tenant, request, { limit: limit!, requestId });
  }

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({ summary: 'List worlds', description: 'Returns the live worlds of the tenant, oldest first.' })
  @ApiAnswer(200, WorldList, 'The worlds.')
  async listWorlds(@TheCaller() { tenant }: Caller) {
    return { worlds: await this.worlds.list(tenant.id) };
  }

  @Delete(':tenant')
  @Requires('sandbox.control')
  @ApiParam({ name: 'tenant', description: 'Slug of the world.', example: 'w-k3x9m2p7q4r8t1v6' })
  @ApiOperation({
    summary: 'End a world',
    description: 'Ends a world at once. Its key is invalid for every request that is sent after the response.',
  })
  @ApiAnswer(200, WorldRemoved, 'Confirmation.')
  @Refuses(WorldNotFound)
  endWorld(@TheCaller() { tenant }: Caller, @Param('tenant') slug: string) {
    return this.worlds.end(tenant, slug);
  }
}

@ApiTags('Test control')
@Controller('portal/api/tenants/:tenant/worlds')
export class WorldsPortalController {
  constructor(
    private readonly worlds: Worlds,
    private readonly createWorldUseCase: CreateWorld,
    private readonly stories: WorldStories,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({ summary: 'List the worlds of a tenant', description: 'Returns the live worlds, oldest first.' })
  @ApiAnswer(200, WorldList, 'The worlds.')
  async listWorlds(@CurrentTenant() { id }: PathTenant) {
    return { worlds: await this.worlds.list(id) };
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
    @CurrentPerson() by: Person,
    @ThePortalCaller() { tenant, requestId }: Caller,
    @StrictBody() request: NewWorldRequest,
  ) {
    const limit = this.settings.defaultRateLimit;
    const highestKeyLimit = await this.worlds.highestKeyLimit(tenant);
    return this.createWorldUseCase.execute(tenant, request, { limit, highestKeyLimit, requestId, by });
  }

  @Get('ended')
  @ForTenant()
  @ApiOperation({
    summary: 'List the ended worlds of a tenant',
    description: 'Returns the worlds that ended in the last 7 days, newest first, at most 200.',
  })
  @ApiAnswer(200, EndedWorldList, 'The ended worlds.')
  async listEndedWorlds(@CurrentTenant() tenant: PathTenant) {
    return { worlds: await this.stories.list(tenant) };
  }

  @Get(':slug/story')
  @ForTenant()
  @ApiParam({ name: 'slug', description: 'Slug of the world.', example: 'w-k3x9m2p7q4r8t1v6' })
  @ApiOperation({
    summary: 'Get the story of a world',
    description:
      'Returns what happened in a world: requests, orders, deliveries, fault rules, and the clock. It is kept for 7 days after the end of the world.',
  })
  @ApiAnswer(200, WorldStoryView, 'The story.')
  @Refuses(StoryNotFound)
  getStory(@CurrentTenant() tenant: PathTenant, @Param('slug') slug: string) {
    return this.stories.get(tenant, slug);
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
  endWorld(@CurrentPerson() by: Person, @CurrentTenant() tenant: PathTenant, @Param('slug') slug: string) {
    return this.worlds.end(tenant, slug, by);
  }
}
