import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Caller, Requires, TheCaller } from '#identity/access';
import { StrictBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { NewWorldRequest, NewWorldView, WorldList, WorldRemoved } from '../contract.js';
import {
  ClockBackwards,
  MAX_WORLDS,
  NestedWorld,
  TooManyWorlds,
  WorldNotFound,
  WorldTooLarge,
} from '../model/errors.js';
import { CreateWorld } from './create-world.js';
import { EndWorld } from './end-world.js';
import { ListWorlds } from './list-worlds.js';

@ApiTags('Control')
@Controller('api/v1/sandbox/control/worlds')
export class WorldsController {
  constructor(
    private readonly createWorldUseCase: CreateWorld,
    private readonly endWorldUseCase: EndWorld,
    private readonly listWorldsUseCase: ListWorlds,
  ) {}

  @Post()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Create a world',
    description: `Creates a world: a temporary tenant with its own orders, registrations, fault rules, clock and API key, for example for one test. It ends after its \`ttl\`. A tenant can have ${MAX_WORLDS} worlds at a time.`,
  })
  @ApiAnswer(201, NewWorldView, 'The world with its key, which is shown only once.')
  @Refuses(NestedWorld, TooManyWorlds, WorldTooLarge, ClockBackwards)
  createWorld(
    @TheCaller() { tenant, limit, requestId }: Caller,
    @StrictBody() request: NewWorldRequest,
  ): Promise<NewWorldView> {
    return this.createWorldUseCase.execute(tenant, request, { limit: limit!, requestId });
  }

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({ summary: 'List worlds', description: 'Returns the live worlds of the tenant, oldest first.' })
  @ApiAnswer(200, WorldList, 'The worlds.')
  async listWorlds(@TheCaller() { tenant }: Caller): Promise<WorldList> {
    return { worlds: await this.listWorldsUseCase.execute(tenant.id) };
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
  async endWorld(@TheCaller() { tenant }: Caller, @Param('tenant') slug: string): Promise<WorldRemoved> {
    await this.endWorldUseCase.execute(tenant, slug);
    return { tenant: slug, removed: true };
  }
}
