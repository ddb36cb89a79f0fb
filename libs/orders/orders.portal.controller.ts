import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForTenant, type PathTenant, TheTenant } from '#access';
import { ValidQuery } from '#platform/http';
import { ApiAnswer } from '#platform/openapi';
import { OrdersPage, OrdersQuery } from './contract.js';
import { FindOrders } from './find-orders.js';

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/orders')
export class OrdersPortalController {
  constructor(private readonly orders: FindOrders) {}

  @Get()
  @ForTenant()
  @ApiOperation({ summary: 'List orders', description: 'Returns the orders of a tenant, newest first.' })
  @ApiAnswer(200, OrdersPage, 'A page of orders.')
  listOrders(@TheTenant() tenant: PathTenant, @ValidQuery() query: OrdersQuery): Promise<OrdersPage> {
    return this.orders.list(tenant.id, query);
  }
}
