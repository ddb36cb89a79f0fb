import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiBodyRefusals,
  ApiEmptyBody,
  ApiRefusal,
  ForPeople,
  InTenant,
  type PathTenant,
  type Person,
  ThePerson,
  TheTenant,
  ValidBody,
  ValidQuery,
} from '#platform';
import {
  DeliveriesPage,
  DeliveriesQuery,
  DeliveryDetail,
  RecoverRequest,
  RecoveryView,
  TestSent,
} from '../contract.js';
import { FindDeliveries } from './find-deliveries.js';
import { Recover } from './recover.js';
import { Resend } from './resend.js';
import { SendTest } from './send-test.js';

const ApiOff = (codes: string[] = []) =>
  ApiRefusal(409, ['RECEIVER_OFF', ...codes], 'The receiver is off, or something is under way to it already.');
const ApiReceiverUnknown = () => ApiRefusal(404, ['RECEIVER_NOT_FOUND'], 'This tenant has no such receiver.');

@ApiTags('Webhooks')
@Controller('portal/api/tenants/:tenant')
export class DeliveriesPortalController {
  constructor(
    private readonly find: FindDeliveries,
    private readonly resend: Resend,
    private readonly sendTest: SendTest,
    private readonly recover: Recover,
  ) {}

  @Get('deliveries')
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'listDeliveries', summary: 'What was sent, or is to be' })
  @ApiAnswer(200, DeliveriesPage, 'The newest first.')
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'A parameter is broken.')
  list(@TheTenant() tenant: PathTenant, @ValidQuery() query: DeliveriesQuery): Promise<DeliveriesPage> {
    return this.find.page(tenant.id, query);
  }

  @Get('deliveries/:id')
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'findDelivery', summary: 'One delivery, with all that was tried' })
  @ApiAnswer(200, DeliveryDetail, 'The delivery.')
  @ApiRefusal(404, ['DELIVERY_NOT_FOUND'], 'This tenant has no such delivery.')
  one(@TheTenant() tenant: PathTenant, @Param('id') id: string): Promise<DeliveryDetail> {
    return this.find.one(tenant.id, id);
  }

  @Post('deliveries/:id/resend')
  @HttpCode(200)
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'resendDelivery', summary: 'Send a delivery once more, now' })
  @ApiAnswer(200, DeliveryDetail, 'The delivery, which is due.')
  @ApiRefusal(
    404,
    ['DELIVERY_NOT_FOUND', 'RECEIVER_NOT_FOUND'],
    'This tenant has no such delivery, or its receiver went.',
  )
  @ApiOff(['DELIVERY_UNDER_WAY'])
  @ApiEmptyBody()
  async again(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @Param('id') id: string,
  ): Promise<DeliveryDetail> {
    await this.resend.execute(tenant.id, id, by);
    return this.find.one(tenant.id, id);
  }

  @Post('receivers/:id/test')
  @HttpCode(201)
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'testReceiver', summary: 'Send a receiver a message that says it is a test' })
  @ApiAnswer(201, TestSent, 'It is on its way.')
  @ApiReceiverUnknown()
  @ApiOff()
  @ApiEmptyBody()
  async test(@ThePerson() by: Person, @TheTenant() tenant: PathTenant, @Param('id') id: string): Promise<TestSent> {
    return { delivery_id: await this.sendTest.execute(tenant, id, by) };
  }

  @Post('receivers/:id/recover')
  @HttpCode(200)
  @ForPeople()
  @InTenant()
  @ApiOperation({
    operationId: 'recoverDeliveries',
    summary: 'Send a receiver all that failed since a time',
    description: 'It goes on behind the scenes; while one is under way, a second request gives that one.',
  })
  @ApiAnswer(200, RecoveryView, 'How it goes on.')
  @ApiReceiverUnknown()
  @ApiOff()
  @ApiRefusal(422, ['VALIDATION_FAILED', 'INVALID_SINCE'], 'The time is broken, or is not past.')
  @ApiBodyRefusals()
  recoverSince(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @Param('id') id: string,
    @ValidBody() { since }: RecoverRequest,
  ): Promise<RecoveryView> {
    return this.recover.execute(tenant.id, id, new Date(since), by);
  }

  @Get('recoveries/:id')
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'findRecovery', summary: 'How a recovery goes on' })
  @ApiAnswer(200, RecoveryView, 'The recovery.')
  @ApiRefusal(404, ['RECOVERY_NOT_FOUND'], 'This tenant has no such recovery.')
  progress(@TheTenant() tenant: PathTenant, @Param('id') id: string): Promise<RecoveryView> {
    return this.recover.progress(tenant.id, id);
  }
}
