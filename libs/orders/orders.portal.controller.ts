import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ForTenant, type PathTenant, TheTenant } from '#identity/access';
import { ApiExport, Exports } from '#platform/http/exports';
import { ValidQuery } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { FullOrder, OrderEntry, OrdersExportQuery, OrdersPage, OrdersQuery } from './contract.js';
import { FindOrders, ORDER_COLUMNS } from './find-orders.js';
import { OrderNotFound } from './model/order.js';

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/orders')
export class OrdersPortalController {
  constructor(
    private readonly orders: FindOrders,
    private readonly exports: Exports,
  ) {}

  @Get()
  @ForTenant()
  @ApiOperation({ summary: 'List orders', description: 'Returns the orders of a tenant, newest first.' })
  @ApiAnswer(200, OrdersPage, 'A page of orders.')
  listOrders(@TheTenant() tenant: PathTenant, @ValidQuery() query: OrdersQuery): Promise<OrdersPage> {
    return this.orders.list(tenant.id, query);
  }

  @Get('export')
  @ForTenant({ sendsFile: true })
  @ApiOperation({
    summary: 'Export orders',
    description: 'Sends the matching orders of a tenant as a file, newest first, at most a million.',
  })
  @ApiExport(OrderEntry, ORDER_COLUMNS)
  exportOrders(
    @TheTenant() tenant: PathTenant,
    @ValidQuery() { format, ...filter }: OrdersExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pages = this.orders.pages(tenant.id, filter);
    return this.exports.send(reply, { tenant, kind: 'orders', format, columns: ORDER_COLUMNS, pages });
  }

  @Get(':id')
  @ForTenant()
  @ApiOperation({ summary: 'Get an order', description: 'Returns an order with its registrant and term.' })
  @ApiPathId('order', 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  @ApiAnswer(200, FullOrder, 'The order.')
  @Refuses(OrderNotFound)
  findOrder(@TheTenant() tenant: PathTenant, @Param('id') id: string): Promise<FullOrder> {
    return this.orders.get(tenant.id, id);
  }
}
