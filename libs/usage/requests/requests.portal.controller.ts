import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ForTenant, type PathTenant, CurrentTenant } from '#identity/access';
import { ApiExport, Exports } from '#platform/http/exports';
import { RequestOrigin, ValidQuery } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import {
  ExchangeView,
  ExportedRequest,
  RefusalView,
  RequestsExportQuery,
  RequestsPage,
  RequestsQuery,
  RequestView,
} from '../contract.js';
import { RequestNotFound } from '../model/errors.js';
import { Refusals } from './refusals.js';
import { REQUEST_COLUMNS, Requests } from './requests.js';

@ApiTags('Requests')
@Controller('portal/api/tenants/:tenant/requests')
export class RequestsPortalController {
  constructor(
    private readonly requests: Requests,
    private readonly refusals: Refusals,
    private readonly exports: Exports,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'Search the request log',
    description:
      'Returns the requests with API keys of a tenant in the last 30 days: newest first, or oldest first with `after`.',
  })
  @ApiAnswer(200, RequestsPage, 'A page of requests.')
  listRequests(
    @CurrentTenant() tenant: PathTenant,
    @ValidQuery() query: RequestsQuery,
    @RequestOrigin() origin: string,
  ) {
    return this.requests.list(tenant, query, origin);
  }

  @Get('export')
  @ForTenant({ sendsFile: true })
  @ApiOperation({
    summary: 'Export the request log',
    description: 'Sends the matching requests of the last 30 days as a file, newest first, at most a million.',
  })
  @ApiExport(ExportedRequest, REQUEST_COLUMNS)
  exportRequests(
    @CurrentTenant() tenant: PathTenant,
    @ValidQuery() { format, ...query }: RequestsExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pages = this.requests.pages(tenant, query);
    return this.exports.send(reply, { tenant, kind: 'requests', format, columns: REQUEST_COLUMNS, pages });
  }

  @Get(':id')
  @ForTenant()
  @ApiOperation({ summary: 'Get a request', description: 'Returns one request of the request log.' })
  @ApiAnswer(200, RequestView, 'The request.')
  @ApiPathId('request', 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI')
  @Refuses(RequestNotFound)
  findRequest(@CurrentTenant() tenant: PathTenant, @Param('id') id: string, @RequestOrigin() origin: string) {
    return this.requests.get(tenant, id, origin);
  }

  @Get(':id/exchange')
  @ForTenant()
  @ApiOperation({
    summary: 'Get the headers and bodies of a request',
    description:
      'Returns what a request of the log sent and received. Secrets and personal data are redacted before they are stored. Headers and bodies are kept for 7 days, depending on the setting `LOG_BODIES`.',
  })
  @ApiAnswer(200, ExchangeView, 'The request and its response.')
  @ApiPathId('request', 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI')
  @Refuses(RequestNotFound)
  findExchange(@CurrentTenant() tenant: PathTenant, @Param('id') id: string) {
    return this.requests.exchange(tenant, id);
  }

  @Get(':id/refusal')
  @ForTenant()
  @ApiOperation({
    summary: 'Explain a refused request',
    description:
      'Returns the permissions that the API key of the request lacks, and, after a 429, who sent requests in the minute before.',
  })
  @ApiAnswer(200, RefusalView, 'Why the request was refused.')
  @ApiPathId('request', 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI')
  @Refuses(RequestNotFound)
  explainRefusal(@CurrentTenant() tenant: PathTenant, @Param('id') id: string) {
    return this.refusals.explain(tenant, id);
  }
}
