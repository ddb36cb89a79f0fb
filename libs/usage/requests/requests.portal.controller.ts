import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForTenant, type PathTenant, TheTenant } from '#access';
import { RequestOrigin, ValidQuery } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/openapi';
import { RequestsPage, RequestsQuery, RequestView } from '../contract.js';
import { RequestNotFound } from '../model/errors.js';
import { FindRequests } from './find-requests.js';

@ApiTags('Requests')
@Controller('portal/api/tenants/:tenant/requests')
export class RequestsPortalController {
  constructor(private readonly requests: FindRequests) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'Search the request log',
    description:
      'Returns the requests with API keys of a tenant in the last 30 days: newest first, or oldest first with `after`.',
  })
  @ApiAnswer(200, RequestsPage, 'A page of requests.')
  listRequests(
    @TheTenant() tenant: PathTenant,
    @ValidQuery() query: RequestsQuery,
    @RequestOrigin() origin: string,
  ): Promise<RequestsPage> {
    return this.requests.list(tenant, query, origin);
  }

  @Get(':id')
  @ForTenant()
  @ApiOperation({ summary: 'Get a request', description: 'Returns one request of the request log.' })
  @ApiAnswer(200, RequestView, 'The request.')
  @ApiPathId('request', 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI')
  @Refuses(RequestNotFound)
  findRequest(
    @TheTenant() tenant: PathTenant,
    @Param('id') id: string,
    @RequestOrigin() origin: string,
  ): Promise<RequestView> {
    return this.requests.get(tenant, id, origin);
  }
}
