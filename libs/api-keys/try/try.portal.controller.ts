import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForPeople, InTenant, type PathTenant, TheTenant } from '#access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, ApiRefusal } from '#platform/openapi';
import { TryRequest, TryView } from '../contract.js';
import { TryCall } from './try-call.js';

@ApiTags('Try it')
@Controller('portal/api/tenants/:tenant/try')
export class TryPortalController {
  constructor(private readonly tryCall: TryCall) {}

  @Post()
  @HttpCode(200)
  @ForPeople()
  @InTenant()
  @ApiOperation({
    operationId: 'tryCall',
    summary: 'Make an API call with a key of the tenant',
    description:
      'Makes the call and returns its request and response. The call counts against the limit of the key and is logged.',
  })
  @ApiAnswer(200, TryView, "The request and the API's response, which can have any status.")
  @ApiRefusal(404, { KEY_NOT_FOUND: 'The tenant has no API key with this ID.' })
  execute(@TheTenant() tenant: PathTenant, @ValidBody() request: TryRequest): Promise<TryView> {
    return this.tryCall.execute(tenant, request);
  }
}
