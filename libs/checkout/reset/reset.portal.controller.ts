import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForPeople, InTenant, type PathTenant, type Person, ThePerson, TheTenant } from '#access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, ApiRefusal } from '#platform/openapi';
import { ResetRequest, ResetResult } from '../contract.js';
import { ResetWorld } from './reset-world.js';

@ApiTags('World')
@Controller('portal/api/tenants/:tenant/reset')
export class ResetPortalController {
  constructor(private readonly resetWorld: ResetWorld) {}

  @Post()
  @HttpCode(200)
  @ForPeople()
  @InTenant()
  @ApiOperation({
    operationId: 'resetWorld',
    summary: 'Reset the data of a tenant',
    description:
      'Removes all orders, payments, registrations and idempotency keys in one transaction. The request log, usage statistics and webhooks are kept.',
  })
  @ApiAnswer(200, ResetResult, 'Numbers of removed orders and registrations.')
  @ApiRefusal(422, { NOT_CONFIRMED: '`confirm` is not the slug of the tenant.' })
  reset(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @ValidBody() { confirm }: ResetRequest,
  ): Promise<ResetResult> {
    return this.resetWorld.execute(tenant, confirm, by);
  }
}
