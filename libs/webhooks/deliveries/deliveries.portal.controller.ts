import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ForTenant, type PathTenant, type Person, CurrentPerson, CurrentTenant } from '#identity/access';
import { ApiExport, Exports } from '#platform/http/exports';
import { EmptyRequest, ValidBody, ValidQuery } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import {
  DeliveriesExportQuery,
  DeliveriesPage,
  DeliveriesQuery,
  DeliveryDetail,
  EventsQuery,
  EventsView,
  ListedDelivery,
  RecoverRequest,
  RecoveryView,
  TestDelivery,
} from '../contract.js';
import {
  DeliveryNotFound,
  DeliveryUnderWay,
  InvalidSince,
  ReceiverNotFound,
  ReceiverOff,
  RecoveryNotFound,
} from '../model/errors.js';
import { Deliveries } from './deliveries.js';
import { DELIVERY_COLUMNS, FindDeliveries } from './find-deliveries.js';

const ApiDeliveryId = () => ApiPathId('delivery', 'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012');
const ApiReceiverId = () => ApiPathId('receiver', 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012');

@ApiTags('Webhooks')
@Controller('portal/api/tenants/:tenant')
export class DeliveriesPortalController {
  constructor(
    private readonly find: FindDeliveries,
    private readonly deliveries: Deliveries,
    private readonly exports: Exports,
  ) {}

  @Get('deliveries')
  @ForTenant()
  @ApiOperation({
    summary: 'List deliveries',
    description:
      'Returns the deliveries of a tenant, newest first. Events that wait for their first attempt are listed before, newest first; `queued` of the receiver counts them. Each page searches up to 10,000 of them.',
  })
  @ApiAnswer(200, DeliveriesPage, 'A page of deliveries.')
  listDeliveries(@CurrentTenant() tenant: PathTenant, @ValidQuery() query: DeliveriesQuery) {
    return this.find.page(tenant.id, query);
  }

  @Get('deliveries/export')
  @ForTenant({ sendsFile: true })
  @ApiOperation({
    summary: 'Export deliveries',
    description: 'Sends the matching deliveries of a tenant as a file, in the order of the list, at most a million.',
  })
  @ApiExport(ListedDelivery, DELIVERY_COLUMNS)
  exportDeliveries(
    @CurrentTenant() tenant: PathTenant,
    @ValidQuery() { format, ...filter }: DeliveriesExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pages = this.find.pages(tenant.id, filter);
    return this.exports.send(reply, { tenant, kind: 'deliveries', format, columns: DELIVERY_COLUMNS, pages });
  }

  @Get('deliveries/:id')
  @ForTenant()
  @ApiOperation({ summary: 'Get a delivery', description: 'Returns a delivery with its body and all attempts.' })
  @ApiAnswer(200, DeliveryDetail, 'The delivery.')
  @ApiDeliveryId()
  @Refuses(DeliveryNotFound)
  findDelivery(@CurrentTenant() tenant: PathTenant, @Param('id') id: string) {
    return this.find.get(tenant.id, id);
  }

  @Get('events')
  @ForTenant()
  @ApiOperation({
    summary: 'List the events about an object',
    description:
      'Returns the events about an object, such as an order and the registration that it made, oldest first, with their deliveries. The list is empty if there are none, or if the object is not known.',
  })
  @ApiAnswer(200, EventsView, 'The events.')
  listEvents(@CurrentTenant() tenant: PathTenant, @ValidQuery() { about }: EventsQuery) {
    return this.find.viewEventsAbout(tenant.id, about);
  }

  @Post('deliveries/:id/resend')
  @ForTenant()
  @ApiOperation({
    summary: 'Resend a delivery',
    description: 'Sends a delivery again immediately, unless an attempt is in progress.',
  })
  @ApiAnswer(200, DeliveryDetail, 'The delivery, which is pending again.')
  @ApiDeliveryId()
  @Refuses(DeliveryNotFound, ReceiverNotFound, ReceiverOff, DeliveryUnderWay)
  async resendDelivery(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @Param('id') id: string,
    @ValidBody() _body: EmptyRequest,
  ) {
    await this.deliveries.resend(tenant.id, id, by);
    return this.find.get(tenant.id, id);
  }

  @Post('receivers/:id/test')
  @ForTenant()
  @ApiOperation({
    summary: 'Send a test event',
    description: 'Sends the event `webhook.test` to a receiver once, without retries.',
  })
  @ApiAnswer(201, TestDelivery, 'The delivery of the test event.')
  @ApiReceiverId()
  @Refuses(ReceiverNotFound, ReceiverOff)
  async testReceiver(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @Param('id') id: string,
    @ValidBody() _body: EmptyRequest,
  ) {
    return { delivery_id: await this.deliveries.sendTest(tenant, id, by) };
  }

  @Post('receivers/:id/recover')
  @ForTenant()
  @ApiOperation({
    summary: 'Recover deliveries',
    description:
      'Starts sending all deliveries to a receiver again that were created since a time and failed, were skipped, or wait for a retry. If a recovery is already running, returns that one.',
  })
  @ApiAnswer(200, RecoveryView, 'The recovery.')
  @ApiReceiverId()
  @Refuses(ReceiverNotFound, ReceiverOff, InvalidSince)
  recoverDeliveries(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @Param('id') id: string,
    @ValidBody() { since }: RecoverRequest,
  ) {
    return this.deliveries.recover(tenant.id, id, new Date(since), by);
  }

  @Get('recoveries/:id')
  @ForTenant()
  @ApiOperation({ summary: 'Get a recovery', description: 'Returns the progress of a recovery.' })
  @ApiAnswer(200, RecoveryView, 'The recovery.')
  @ApiPathId('recovery', 'rec_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  @Refuses(RecoveryNotFound)
  findRecovery(@CurrentTenant() tenant: PathTenant, @Param('id') id: string) {
    return this.deliveries.recovery(tenant.id, id);
  }
}
