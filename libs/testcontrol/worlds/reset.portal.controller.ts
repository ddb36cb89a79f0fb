import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForControl, type PathTenant, type Person, ThePerson, TheTenant } from '#identity/access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { ResetRequest, ResetResult } from '../contract.js';
import { NotConfirmed } from '../model/errors.js';
import { ResetWorld } from './reset-world.js';

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/reset')
export class ResetPortalController {
  constructor(private readonly resetWorld: ResetWorld) {}

  @Post()
  @ForControl()
  @ApiOperation({
    summary: 'Reset the data of a tenant',
    description:
      'Returns the clock to real time, and removes all orders, payments, registrations, idempotency keys and fault rules, step by step. The request log, usage statistics and webhooks are kept.',
  })
  @ApiAnswer(200, ResetResult, 'Numbers of removed orders and registrations.')
  @Refuses(NotConfirmed)
  async resetSandbox(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @ValidBody() { confirm }: ResetRequest,
  ): Promise<ResetResult> {
    if (confirm !== tenant.slug) throw new NotConfirmed(tenant.slug);
    const { orders, registrations } = await this.resetWorld.execute(tenant, by);
    return { orders, domains: registrations };
  }
}
