import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForTenant, type PathTenant, type Person, ThePerson, TheTenant } from '#access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/openapi';
import { ResetRequest, ResetResult } from '../contract.js';
import { NotConfirmed } from '../model/errors.js';
import { ResetSandbox } from './reset-sandbox.js';

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/reset')
export class ResetPortalController {
  constructor(private readonly resetSandboxUseCase: ResetSandbox) {}

  @Post()
  @ForTenant()
  @ApiOperation({
    summary: 'Reset the data of a tenant',
    description:
      'Returns the clock to real time, and removes all orders, payments, registrations and idempotency keys, step by step. The request log, usage statistics and webhooks are kept.',
  })
  @ApiAnswer(200, ResetResult, 'Numbers of removed orders and registrations.')
  @Refuses(NotConfirmed)
  resetSandbox(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @ValidBody() { confirm }: ResetRequest,
  ): Promise<ResetResult> {
    return this.resetSandboxUseCase.execute(tenant, confirm, by);
  }
}
