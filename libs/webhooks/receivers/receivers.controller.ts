import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Requires, TheCaller } from '#identity/access';
import type { Actor } from '#platform/security/audit';
import { StrictBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { NewReceiver, NewReceiverRequest, ReceiverList, ReceiverRemoved } from '../contract.js';
import {
  InvalidDescription,
  InvalidUrl,
  MAX_TEMPORARY_RECEIVERS,
  maxReceiversOf,
  ReceiverNotFound,
  TooManyReceivers,
  UnknownEvent,
} from '../model/errors.js';
import { Receivers } from './receivers.js';

/** Receivers for tests that have an API key and no person. */
@ApiTags('Control')
@Controller('api/v1/sandbox/control/receivers')
export class ReceiversController {
  constructor(private readonly receivers: Receivers) {}

  @Post()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'Add a receiver',
    description: `Adds a webhook receiver of the tenant with a generated signing secret. A world can have ${MAX_TEMPORARY_RECEIVERS} receivers.`,
  })
  @ApiAnswer(201, NewReceiver, 'The new receiver with its signing secret, which is shown only once.')
  @Refuses(TooManyReceivers, InvalidUrl, InvalidDescription, UnknownEvent)
  async addReceiver(@TheCaller() caller: Caller, @StrictBody() request: NewReceiverRequest): Promise<NewReceiver> {
    const { tenant } = caller;
    const { receiver, secret } = await this.receivers.add(tenant.id, request, actorOf(caller), maxReceiversOf(tenant));
    return { ...receiver, secret };
  }

  @Get()
  @Requires('sandbox.control')
  @ApiOperation({
    summary: 'List receivers',
    description: 'Returns the webhook receivers of the tenant, oldest first.',
  })
  @ApiAnswer(200, ReceiverList, 'The receivers.')
  async listReceivers(@TheCaller() { tenant }: Caller): Promise<ReceiverList> {
    return { receivers: await this.receivers.list(tenant.id) };
  }

  @Delete(':id')
  @Requires('sandbox.control')
  @ApiPathId('receiver', 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  @ApiOperation({ summary: 'Remove a receiver', description: 'Removes a webhook receiver and its signing secrets.' })
  @ApiAnswer(200, ReceiverRemoved, 'Confirmation.')
  @Refuses(ReceiverNotFound)
  async removeReceiver(@TheCaller() caller: Caller, @Param('id') id: string): Promise<ReceiverRemoved> {
    await this.receivers.remove(caller.tenant.id, id, actorOf(caller));
    return { removed: true };
  }
}

/** Changes of a temporary tenant are not recorded in the audit log, which is never deleted. */
const actorOf = ({ tenant, keyId }: Caller): Actor | undefined =>
  tenant.parentId === null ? { id: null, name: `key:${keyId}`, address: null } : undefined;
