import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForTenant, type PathTenant, CurrentTenant } from '#identity/access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { TryRequest, TryView } from '../contract.js';
import { KeyNotFound } from '../model/errors.js';
import { TryCall } from './try-call.js';

@ApiTags('Try it')
@Controller('portal/api/tenants/:tenant/try')
export class TryPortalController {
  constructor(private readonly tryCallUseCase: TryCall) {}

  @Post()
  @ForTenant()
  @ApiOperation({
    summary: 'Make an API call with a key of the tenant',
    description:
      'Makes the call and returns its request and response. The call counts against the limit of the key and is logged.',
  })
  @ApiAnswer(200, TryView, "The request and the API's response, which can have any status.")
  @Refuses(KeyNotFound)
  tryCall(@CurrentTenant() tenant: PathTenant, @ValidBody() request: TryRequest) {
    return this.tryCallUseCase.execute(tenant, request);
  }
}
