import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForTenant, type PathTenant, CurrentTenant } from '#identity/access';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { OrderNotFound } from '#orders';
import { PurchaseView } from '../contract.js';
import { FindPurchase } from './find-purchase.js';

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/orders')
export class PurchasePortalController {
  constructor(private readonly purchase: FindPurchase) {}

  @Get(':id/timeline')
  @ForTenant()
  @ApiOperation({
    summary: 'Get the timeline of an order',
    description:
      'Returns what happened to an order, oldest first: the search before it, its requests, payment, registration, events with each attempt of their deliveries, renewals and expiry. Requests are included while they are in the log.',
  })
  @ApiPathId('order', 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  @ApiAnswer(200, PurchaseView, 'The timeline.')
  @Refuses(OrderNotFound)
  findTimeline(@CurrentTenant() tenant: PathTenant, @Param('id') id: string) {
    return this.purchase.execute(tenant, id);
  }
}
