import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAnswer, ApiRefusal, ForPeople, InTenant, type PathTenant, TheTenant, ValidQuery } from '#platform';
import { FindLatency } from './charts/find-latency.js';
import { FindOverview } from './charts/find-overview.js';
import { FindSeries } from './charts/find-series.js';
import { RankErrors } from './charts/rank-errors.js';
import {
  ErrorsView,
  LatencyQuery,
  LatencyView,
  OverviewView,
  RangeQuery,
  SeriesQuery,
  SeriesView,
} from './contract.js';

const ApiRangeRefusal = () =>
  ApiRefusal(422, ['VALIDATION_FAILED', 'INVALID_RANGE'], 'A parameter is broken, or the range is none.');

@ApiTags('Usage')
@Controller('portal/api/tenants/:tenant/usage')
export class UsagePortalController {
  constructor(
    private readonly findOverview: FindOverview,
    private readonly findSeries: FindSeries,
    private readonly findLatency: FindLatency,
    private readonly rankErrors: RankErrors,
  ) {}

  @Get('overview')
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'usageOverview', summary: 'How a tenant is doing' })
  @ApiAnswer(200, OverviewView, 'The last hour, day and week.')
  overview(@TheTenant() tenant: PathTenant): Promise<OverviewView> {
    return this.findOverview.execute(tenant);
  }

  @Get('series')
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'usageSeries', summary: 'Requests over time' })
  @ApiAnswer(200, SeriesView, 'Lines of a chart.')
  @ApiRangeRefusal()
  series(@TheTenant() tenant: PathTenant, @ValidQuery() query: SeriesQuery): Promise<SeriesView> {
    return this.findSeries.execute(tenant, query);
  }

  @Get('latency')
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'usageLatency', summary: 'How long answers took' })
  @ApiAnswer(200, LatencyView, 'Percentiles over time and of the whole range, each within 9.1 %.')
  @ApiRangeRefusal()
  latency(@TheTenant() tenant: PathTenant, @ValidQuery() query: LatencyQuery): Promise<LatencyView> {
    return this.findLatency.execute(tenant.id, query);
  }

  @Get('errors')
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'usageErrors', summary: 'Errors and what to do about them' })
  @ApiAnswer(200, ErrorsView, 'The most frequent first.')
  @ApiRangeRefusal()
  errors(@TheTenant() tenant: PathTenant, @ValidQuery() query: RangeQuery): Promise<ErrorsView> {
    return this.rankErrors.execute(tenant.id, query);
  }
}
