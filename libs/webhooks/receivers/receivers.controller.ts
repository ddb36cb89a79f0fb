import { Controller, Delete, Get, Inject, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type Caller,
  ForTenant,
  type PathTenant,
  type Person,
  Requires,
  TheCaller,
  CurrentPerson,
  CurrentTenant,
} from '#identity/access';
import type { Actor } from '#platform/security/audit';
import { type Settings, SETTINGS } from '#platform/process/config';
import { StrictBody, ValidBody } from '#platform/http';
import { ValidationFailed } from '#platform/model';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import {
  NewReceiver,
  NewReceiverRequest,
  NewSecretView,
  ReceiverChange,
  ReceiverAttempts,
  ReceiverList,
  ReceiverRemoved,
  ReceiversView,
  ReceiverView,
  ReceiverWithSecret,
  RotateRequest,
} from '../contract.js';
import { EVENT_TYPES } from '../events/catalogue.js';
import {
  InvalidDescription,
  InvalidOverlap,
  InvalidUrl,
  MAX_TEMPORARY_RECEIVERS,
  maxReceiversOf,
  ReceiverNotFound,
  TooManyReceivers,
  UnknownEvent,
} from '../model/errors.js';
import { Receivers } from './receivers.js';

const OFF_REASON = 'switched off in the portal';

const NOT_LIVE =
  'must be sandbox; add receivers of live events in the portal, or with nameyard webhooks add --environment live';

const ApiReceiverId = () => ApiPathId('receiver', 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012');

const OPTION_ERRORS = [InvalidUrl, InvalidDescription, UnknownEvent];

/** Manages receivers with an API key of the sandbox, for automated tests. It must not give access to live events. */
@ApiTags('Control')
@Controller('api/v1/sandbox/control/receivers')
export class ReceiversController {
  constructor(private readonly receivers: Receivers) {}

  @Post()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Add a receiver',
    description: `Adds a webhook receiver of the tenant with a generated signing secret. A world can have ${MAX_TEMPORARY_RECEIVERS} receivers. A receiver of live events can only be added in the portal or with the CLI.`,
  })
  @ApiAnswer(201, NewReceiver, 'The new receiver with its signing secret, which is shown only once.')
  @Refuses(TooManyReceivers, ...OPTION_ERRORS)
  async addReceiver(@TheCaller() caller: Caller, @StrictBody() request: NewReceiverRequest) {
    const { tenant } = caller;
    if (request.environment === 'live') throw ValidationFailed.of('environment', NOT_LIVE);
    const { receiver, secret } = await this.receivers.add(tenant.id, request, actorOf(caller), maxReceiversOf(tenant));
    return { ...receiver, secret };
  }

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'List receivers',
    description: 'Returns the webhook receivers of the tenant for sandbox events, oldest first.',
  })
  @ApiAnswer(200, ReceiverList, 'The receivers.')
  async listReceivers(@TheCaller() { tenant }: Caller) {
    const receivers = await this.receivers.list(tenant.id);
    return { receivers: receivers.filter(({ environment }) => environment === 'sandbox') };
  }

  @Delete(':id')
  @Requires('sandbox.control')
  @ApiReceiverId()
  @ApiOperation({ summary: 'Remove a receiver', description: 'Removes a webhook receiver and its signing secrets.' })
  @ApiAnswer(200, ReceiverRemoved, 'Confirmation.')
  @Refuses(ReceiverNotFound)
  async removeReceiver(@TheCaller() caller: Caller, @Param('id') id: string): Promise<ReceiverRemoved> {
    const { environment } = await this.receivers.get(caller.tenant.id, id);
    if (environment === 'live') throw new ReceiverNotFound(id);
    await this.receivers.remove(caller.tenant.id, id, actorOf(caller));
    return { removed: true };
  }
}

/** Changes of a temporary tenant are not recorded in the audit log, which is never deleted. */
const actorOf = ({ tenant, keyId }: Caller): Actor | undefined =>
  tenant.parentId === null ? { id: null, name: `key:${keyId}`, address: null } : undefined;

@ApiTags('Webhooks')
@Controller('portal/api/tenants/:tenant/receivers')
export class ReceiversPortalController {
  constructor(
    private readonly receivers: Receivers,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({ summary: 'List receivers', description: 'Returns the webhook receivers of a tenant.' })
  @ApiAnswer(200, ReceiversView, 'The receivers, and the event types that they can subscribe to.')
  async listReceivers(@CurrentTenant() tenant: PathTenant) {
    return {
      receivers: await this.receivers.list(tenant.id),
      event_types: [...EVENT_TYPES],
      private_targets: this.settings.webhookAllowPrivateTargets,
    };
  }

  @Post()
  @ForTenant()
  @ApiOperation({
    summary: 'Add a receiver',
    description: 'Adds a webhook receiver with a generated signing secret.',
  })
  @ApiAnswer(201, ReceiverWithSecret, 'The new receiver and its signing secret. The secret is shown only once.')
  @Refuses(TooManyReceivers, ...OPTION_ERRORS)
  addReceiver(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @ValidBody() request: NewReceiverRequest,
  ) {
    return this.receivers.add(tenant.id, request, by, maxReceiversOf(tenant));
  }

  @Get(':id/attempts')
  @ForTenant()
  @ApiReceiverId()
  @ApiOperation({
    summary: 'List the attempts of a receiver',
    description:
      'Returns the attempts of the latest 100 deliveries of the last 7 days to a receiver, at most 200, with their durations and results.',
  })
  @ApiAnswer(200, ReceiverAttempts, 'The attempts.')
  @Refuses(ReceiverNotFound)
  listReceiverAttempts(@CurrentTenant() tenant: PathTenant, @Param('id') id: string) {
    return this.receivers.attempts(tenant.id, id);
  }

  @Patch(':id')
  @ForTenant()
  @ApiOperation({
    summary: 'Change a receiver',
    description: 'Changes a webhook receiver, or switches it on or off.',
  })
  @ApiAnswer(200, ReceiverView, 'The changed receiver.')
  @ApiReceiverId()
  @Refuses(ReceiverNotFound, ...OPTION_ERRORS)
  async changeReceiver(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @Param('id') id: string,
    @ValidBody() { state, ...options }: ReceiverChange,
  ) {
    if (Object.keys(options).length > 0) await this.receivers.change(tenant.id, id, options, by);
    if (state === 'on') await this.receivers.switchOn(tenant.id, id, by);
    if (state === 'off') await this.receivers.switchOff(tenant.id, id, OFF_REASON, by);
    return this.receivers.get(tenant.id, id);
  }

  @Delete(':id')
  @ForTenant()
  @ApiOperation({
    summary: 'Remove a receiver',
    description: 'Removes a receiver and its signing secrets. Its deliveries stay in the list of deliveries.',
  })
  @ApiAnswer(200, ReceiverRemoved, 'Confirmation.')
  @ApiReceiverId()
  @Refuses(ReceiverNotFound)
  async removeReceiver(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @Param('id') id: string,
  ): Promise<ReceiverRemoved> {
    await this.receivers.remove(tenant.id, id, by);
    return { removed: true };
  }

  @Post(':id/rotate')
  @ForTenant()
  @ApiOperation({
    summary: 'Rotate a signing secret',
    description: 'Generates a new signing secret. The old secret signs as well until the given overlap has passed.',
  })
  @ApiAnswer(200, NewSecretView, 'The new signing secret. It is shown only once.')
  @ApiReceiverId()
  @Refuses(ReceiverNotFound, InvalidOverlap)
  rotateSecret(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @Param('id') id: string,
    @ValidBody() { overlap_hours }: RotateRequest,
  ) {
    return this.receivers.rotateSecret(tenant.id, id, overlap_hours, by);
  }
}
