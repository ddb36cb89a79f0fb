import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentTenant, ForTenant, type PathTenant, Requires, TheCaller } from '#identity/access';
import { StrictBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { ExplorationAdded, ExplorationList, ExplorationReport, ExplorationView } from '../contract.js';
import { ExplorationNotFound } from '../model/errors.js';
import { MAX_EXPLORATIONS, MAX_REPORT_BYTES } from '../model/exploration.js';
import { Explorations } from './explorations.js';

/** Maximum number of JSON members and elements of a report. */
const MAX_VALUES = 100_000;

const ApiExplorationId = () => ApiPathId('exploration', 'exp_019aa3b0c1d27f3e8a4b5c6d7e8f9012');

@ApiTags('Control')
@Controller('api/v1/sandbox/control/explorations')
export class ExplorationsController {
  constructor(private readonly explorations: Explorations) {}

  @Post()
  @Requires('sandbox.control', { bodyLimit: MAX_REPORT_BYTES, maxValues: MAX_VALUES })
  @ApiOperation({
    summary: 'Add an exploration',
    description: `Stores the report of \`nameyard explore\`, at most 1 MiB. The last ${MAX_EXPLORATIONS} of the tenant are kept, for 90 days; a reset keeps them.`,
  })
  @ApiAnswer(201, ExplorationAdded, 'The ID of the exploration.')
  addExploration(@TheCaller() { tenant }: Caller, @StrictBody() report: ExplorationReport) {
    return this.explorations.add(tenant.id, report);
  }

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'List explorations',
    description: `Returns the last ${MAX_EXPLORATIONS} explorations of the tenant, newest first, without plans and stories.`,
  })
  @ApiAnswer(200, ExplorationList, 'The explorations.')
  async listExplorations(@TheCaller() { tenant }: Caller) {
    return { explorations: await this.explorations.list(tenant.id) };
  }

  @Get(':id')
  @Requires('sandbox.control')
  @ApiExplorationId()
  @ApiOperation({ summary: 'Get an exploration', description: 'Returns the report of an exploration.' })
  @ApiAnswer(200, ExplorationView, 'The report.')
  @Refuses(ExplorationNotFound)
  getExploration(@TheCaller() { tenant }: Caller, @Param('id') id: string) {
    return this.explorations.get(tenant.id, id);
  }
}

@ApiTags('Test control')
@Controller('portal/api/tenants/:tenant/explorations')
export class ExplorationsPortalController {
  constructor(private readonly explorations: Explorations) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'List the explorations of a tenant',
    description: `Returns the last ${MAX_EXPLORATIONS} explorations, newest first, without plans and stories.`,
  })
  @ApiAnswer(200, ExplorationList, 'The explorations.')
  async listExplorations(@CurrentTenant() { id }: PathTenant) {
    return { explorations: await this.explorations.list(id) };
  }

  @Get(':id')
  @ForTenant()
  @ApiExplorationId()
  @ApiOperation({ summary: 'Get an exploration of a tenant', description: 'Returns the report of an exploration.' })
  @ApiAnswer(200, ExplorationView, 'The report.')
  @Refuses(ExplorationNotFound)
  getExploration(@CurrentTenant() tenant: PathTenant, @Param('id') id: string) {
    return this.explorations.get(tenant.id, id);
  }
}
