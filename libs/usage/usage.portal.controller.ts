import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ForOperators, ForTenant, type PathTenant, CurrentTenant } from '#identity/access';
import { ApiExport, Exports } from '#platform/http/exports';
import { ValidQuery } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { Charts, USAGE_COLUMNS } from './charts/charts.js';
import {
  ErrorsView,
  LatencyQuery,
  LatencyView,
  LimitsQuery,
  LimitsView,
  OverviewView,
  TenantActivityList,
  RangeQuery,
  SeriesQuery,
  SeriesView,
  UsageCount,
  UsageExportQuery,
} from './contract.js';
import { Limits } from './charts/limits.js';
import { InvalidRange } from './model/errors.js';

const OF_TENANT = 'tenants/:tenant/usage';

@ApiTags('Usage')
@Controller('portal/api')
export class UsagePortalController {
  constructor(
    private readonly charts: Charts,
    private readonly limits: Limits,
    private readonly exports: Exports,
  ) {}

  @Get(`${OF_TENANT}/overview`)
  @ForTenant()
  @ApiOperation({ summary: 'Get an overview', description: 'Returns totals of the last hour, day and week.' })
  @ApiAnswer(200, OverviewView, 'The overview.')
  usageOverview(@CurrentTenant() tenant: PathTenant) {
    return this.charts.overview(tenant);
  }

  @Get(`${OF_TENANT}/series`)
  @ForTenant()
  @ApiOperation({
    summary: 'Get requests over time',
    description: 'Returns the number of requests per step of the range, as the lines of a chart.',
  })
  @ApiAnswer(200, SeriesView, 'The lines of the chart.')
  @Refuses(InvalidRange)
  usageSeries(@CurrentTenant() tenant: PathTenant, @ValidQuery() query: SeriesQuery) {
    return this.charts.series(tenant, query);
  }

  @Get(`${OF_TENANT}/latency`)
  @ForTenant()
  @ApiOperation({
    summary: 'Get latencies over time',
    description:
      'Returns latency percentiles per step of the range and of the whole range, with an error of up to 9.1 %.',
  })
  @ApiAnswer(200, LatencyView, 'The percentiles.')
  @Refuses(InvalidRange)
  usageLatency(@CurrentTenant() tenant: PathTenant, @ValidQuery() query: LatencyQuery) {
    return this.charts.latency(tenant.id, query);
  }

  @Get(`${OF_TENANT}/errors`)
  @ForTenant()
  @ApiOperation({
    summary: 'Rank errors',
    description: 'Returns the error codes in the range, most frequent first, with advice.',
  })
  @ApiAnswer(200, ErrorsView, 'The error codes.')
  @Refuses(InvalidRange)
  usageErrors(@CurrentTenant() tenant: PathTenant, @ValidQuery() query: RangeQuery) {
    return this.charts.errors(tenant.id, query);
  }

  @Get('usage/tenants')
  @ForOperators()
  @ApiOperation({
    summary: 'List the activity of tenants',
    description: 'Returns the requests of each tenant in the last 24 hours, and the time of the last one.',
  })
  @ApiAnswer(200, TenantActivityList, 'The tenants.')
  async tenantActivity() {
    return { tenants: await this.charts.activity() };
  }

  @Get(`${OF_TENANT}/limits`)
  @ForTenant()
  @ApiOperation({
    summary: 'Get requests against limits',
    description:
      'Returns the requests of each API key next to its limit per minute, the minutes in which a limit was exceeded, and who sent the requests. A limit applies to windows of 60 seconds that start with a request. The points of the chart cover other periods, so that a point above the limit does not always mean refused requests, and one below it does not exclude them.',
  })
  @ApiAnswer(200, LimitsView, 'The requests and limits.')
  @Refuses(InvalidRange)
  usageLimits(@CurrentTenant() tenant: PathTenant, @ValidQuery() query: LimitsQuery) {
    return this.limits.view(tenant, query);
  }

  @Get(`${OF_TENANT}/export`)
  @ForTenant({ sendsFile: true })
  @ApiOperation({
    summary: 'Export usage',
    description:
      'Sends the number of requests per step of the range, API key, endpoint, status and error code as a file, oldest first.',
  })
  @ApiExport(UsageCount, USAGE_COLUMNS)
  @Refuses(InvalidRange)
  exportCounts(
    @CurrentTenant() tenant: PathTenant,
    @ValidQuery() query: UsageExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pages = this.charts.counts(tenant, query);
    return this.exports.send(reply, { tenant, kind: 'usage', format: query.format, columns: USAGE_COLUMNS, pages });
  }
}
