import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForTenant, type PathTenant, type Person, ThePerson, TheTenant } from '#access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/openapi';
import { ResetRequest, ResetResult } from '../contract.js';
import { NotConfirmed } from '../model/errors.js';
import { ResetWorld } from './reset-world.js';

@ApiTags('World')
@Controller('portal/api/tenants/:tenant/reset')
export class ResetPortalController {
  constructor(private readonly resetWorldUseCase: ResetWorld) {}

  @Post()
  @ForTenant()
  @ApiOperation({
    summary: 'Reset the data of a tenant',
    description:
      'Removes all orders, payments, registrations and idempotency keys, step by step. The request log, usage statistics and webhooks are kept.',
  })
  @ApiAnswer(200, ResetResult, 'Numbers of removed orders and registrations.')
  @Refuses(NotConfirmed)
  resetWorld(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @ValidBody() { confirm }: ResetRequest,
  ): Promise<ResetResult> {
    return this.resetWorldUseCase.execute(tenant, confirm, by);
  }
}
