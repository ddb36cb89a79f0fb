import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiBodyRefusals,
  ApiRefusal,
  ForPeople,
  InTenant,
  type PathTenant,
  type Person,
  ThePerson,
  TheTenant,
  ValidBody,
} from '#platform';
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
    summary: "Begin a tenant's world anew",
    description:
      'Removes all orders, payments, registrations and idempotency keys at once, or nothing. Request log, usage and webhooks stay.',
  })
  @ApiAnswer(200, ResetResult, 'What was removed.')
  @ApiRefusal(422, ['VALIDATION_FAILED', 'NOT_CONFIRMED'], 'What was typed is not the slug of the tenant.')
  @ApiBodyRefusals()
  reset(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @ValidBody() { confirm }: ResetRequest,
  ): Promise<ResetResult> {
    return this.resetWorld.execute(tenant, confirm, by);
  }
}
