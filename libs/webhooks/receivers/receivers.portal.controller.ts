import { Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiBodyRefusals,
  ApiRefusal,
  ForPeople,
  InTenant,
  type PathTenant,
  type Person,
  type Settings,
  SETTINGS,
  ThePerson,
  TheTenant,
  ValidBody,
} from '#platform';
import {
  NewReceiverRequest,
  NewSecretView,
  ReceiverChange,
  ReceiverRemoved,
  ReceiversView,
  ReceiverView,
  ReceiverWithSecret,
  RotateRequest,
} from '../contract.js';
import { EVENT_TYPES } from '../model/receiver.js';
import { AddReceiver } from './add-receiver.js';
import { ChangeReceiver } from './change-receiver.js';
import { FindReceivers } from './find-receivers.js';
import { RotateSecret } from './rotate-secret.js';

const BROKEN = ['VALIDATION_FAILED', 'INVALID_URL', 'INVALID_DESCRIPTION', 'UNKNOWN_EVENT'];
const OFF_REASON = 'switched off in the portal';

const ApiReceiverUnknown = () => ApiRefusal(404, ['RECEIVER_NOT_FOUND'], 'This tenant has no such receiver.');

@ApiTags('Webhooks')
@Controller('portal/api/tenants/:tenant/receivers')
export class ReceiversPortalController {
  constructor(
    private readonly find: FindReceivers,
    private readonly addReceiver: AddReceiver,
    private readonly changeReceiver: ChangeReceiver,
    private readonly rotateSecret: RotateSecret,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'listReceivers', summary: 'Who is told of what happens' })
  @ApiAnswer(200, ReceiversView, 'The receivers, and what they can ask for.')
  async list(@TheTenant() tenant: PathTenant): Promise<ReceiversView> {
    return {
      receivers: await this.find.of(tenant.id),
      event_types: [...EVENT_TYPES],
      private_targets: this.settings.webhookAllowPrivateTargets,
    };
  }

  @Post()
  @HttpCode(201)
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'addReceiver', summary: 'Have an address told of what happens' })
  @ApiAnswer(201, ReceiverWithSecret, 'The receiver, with the secret that signs, which is shown this once.')
  @ApiRefusal(409, ['TOO_MANY_RECEIVERS'], 'The tenant has as many as there may be.')
  @ApiRefusal(422, BROKEN, 'A field is broken, or the address may not be called.')
  @ApiBodyRefusals()
  async add(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @ValidBody() request: NewReceiverRequest,
  ): Promise<ReceiverWithSecret> {
    const { receiver, secret } = await this.addReceiver.execute(tenant.id, { ...given(request), url: request.url }, by);
    return { receiver: await this.find.one(tenant.id, receiver.id), secret };
  }

  @Patch(':id')
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'changeReceiver', summary: 'Change a receiver, or switch it on or off' })
  @ApiAnswer(200, ReceiverView, 'The receiver as it is now.')
  @ApiReceiverUnknown()
  @ApiRefusal(422, BROKEN, 'A field is broken, or the address may not be called.')
  @ApiBodyRefusals()
  async change(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @Param('id') id: string,
    @ValidBody() { state, ...change }: ReceiverChange,
  ): Promise<ReceiverView> {
    const terms = given(change);
    if (Object.keys(terms).length > 0) await this.changeReceiver.execute(tenant.id, id, terms, by);
    if (state === 'on') await this.changeReceiver.switchOn(tenant.id, id, by);
    if (state === 'off') await this.changeReceiver.switchOff(tenant.id, id, OFF_REASON, by);
    return this.find.one(tenant.id, id);
  }

  @Delete(':id')
  @ForPeople()
  @InTenant()
  @ApiOperation({
    operationId: 'removeReceiver',
    summary: 'Remove a receiver',
    description: 'Its secrets go at once; what was sent to it stays in the list of deliveries.',
  })
  @ApiAnswer(200, ReceiverRemoved, 'It is told of nothing any more.')
  @ApiReceiverUnknown()
  async remove(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @Param('id') id: string,
  ): Promise<ReceiverRemoved> {
    await this.changeReceiver.remove(tenant.id, id, by);
    return { removed: true };
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'rotateSecret', summary: 'Give a receiver a new secret' })
  @ApiAnswer(200, NewSecretView, 'The secret, which is shown this once.')
  @ApiReceiverUnknown()
  @ApiRefusal(422, ['VALIDATION_FAILED', 'INVALID_OVERLAP'], 'A field is broken.')
  @ApiBodyRefusals()
  async rotate(
    @ThePerson() by: Person,
    @TheTenant() tenant: PathTenant,
    @Param('id') id: string,
    @ValidBody() { overlap_hours }: RotateRequest,
  ): Promise<NewSecretView> {
    const { secret, oldUntil } = await this.rotateSecret.execute(tenant.id, id, overlap_hours, by);
    return { secret, old_until: oldUntil.toISOString() };
  }
}

/** Without what is null, which says as much as what is left out. */
const given = <T extends object>(terms: T): Partial<T> =>
  Object.fromEntries(Object.entries(terms).filter(([, value]) => value != null)) as Partial<T>;
