import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiRefusal,
  ForPeople,
  InTenant,
  type PathTenant,
  TheOrigin,
  TheTenant,
  ValidQuery,
} from '#platform';
import { RequestsPage, RequestsQuery, RequestView } from '../contract.js';
import { FindRequests } from './find-requests.js';

@ApiTags('Requests')
@Controller('portal/api/tenants/:tenant/requests')
export class RequestsPortalController {
  constructor(private readonly requests: FindRequests) {}

  @Get()
  @ForPeople()
  @InTenant()
  @ApiOperation({
    operationId: 'listRequests',
    summary: 'Search the request log',
    description: 'Requests made with any key of the tenant in the last 30 days.',
  })
  @ApiAnswer(200, RequestsPage, 'Newest first; with `after`, requests logged since then, oldest first.')
  @ApiRefusal(
    422,
    ['VALIDATION_FAILED'],
    'A parameter is invalid, or `before` or `after` is not from an earlier response for this tenant.',
  )
  list(
    @TheTenant() tenant: PathTenant,
    @ValidQuery() query: RequestsQuery,
    @TheOrigin() origin: string,
  ): Promise<RequestsPage> {
    return this.requests.list(tenant, query, origin);
  }

  @Get(':id')
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'findRequest', summary: 'Get a request of the log' })
  @ApiAnswer(200, RequestView, 'The request.')
  @ApiRefusal(404, ['REQUEST_NOT_FOUND', 'TENANT_NOT_FOUND'], 'The log of this tenant has no request with this id.')
  one(@TheTenant() tenant: PathTenant, @Param('id') id: string, @TheOrigin() origin: string): Promise<RequestView> {
    return this.requests.one(tenant, id, origin);
  }
}
