import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiBodyRefusals,
  ApiRefusal,
  ForPeople,
  InTenant,
  type PathTenant,
  TheTenant,
  ValidBody,
} from '#platform';
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
    summary: 'Make a call as if with a key of the tenant',
    description: 'It counts against the limit of the key and is logged like any other.',
  })
  @ApiAnswer(200, TryView, 'What was asked and what the API answered, be it a refusal.')
  @ApiRefusal(404, ['KEY_NOT_FOUND'], 'This tenant has no such key.')
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'A field is broken; what is wrong with the body of the call, the API says.')
  @ApiBodyRefusals()
  execute(@TheTenant() tenant: PathTenant, @ValidBody() request: TryRequest): Promise<TryView> {
    return this.tryCall.execute(tenant, request);
  }
}
