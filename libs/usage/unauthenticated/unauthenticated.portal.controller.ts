import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForOperators, ForTenant, type PathTenant, CurrentTenant } from '#identity/access';
import { ValidQuery } from '#platform/http';
import { ApiAnswer } from '#platform/http/openapi';
import { UnauthenticatedPage, UnauthenticatedQuery } from '../contract.js';
import { MAX_PER_MINUTE } from '../storage/unauthenticated.js';
import { FindUnauthenticated } from './find-unauthenticated.js';

const LOG = `Returns requests of the last 30 days that were answered with 401, newest first. At most ${MAX_PER_MINUTE} per tenant and minute are logged`;

@ApiTags('Requests')
@Controller('portal/api')
export class UnauthenticatedPortalController {
  constructor(private readonly find: FindUnauthenticated) {}

  @Get('tenants/:tenant/unauthenticated')
  @ForTenant()
  @ApiOperation({
    summary: 'List unauthenticated requests of a tenant',
    description: `${LOG}. A request is listed if it names the tenant, or its key begins like a key of the tenant.`,
  })
  @ApiAnswer(200, UnauthenticatedPage, 'A page of requests.')
  listUnauthenticated(@CurrentTenant() tenant: PathTenant, @ValidQuery() query: UnauthenticatedQuery) {
    return this.find.ofTenant(tenant, query);
  }

  @Get('unauthenticated')
  @ForOperators()
  @ApiOperation({
    summary: 'List all unauthenticated requests',
    description: `${LOG}, and as many that name no known tenant.`,
  })
  @ApiAnswer(200, UnauthenticatedPage, 'A page of requests.')
  listAllUnauthenticated(@ValidQuery() query: UnauthenticatedQuery) {
    return this.find.all(query);
  }
}
