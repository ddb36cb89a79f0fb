import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAnswer, ApiRefusal, ForPeople, InTenant, type PathTenant, TheTenant, ValidQuery } from '#platform';
import { OrdersPage, OrdersQuery } from './contract.js';
import { FindOrders } from './find-orders.js';

@ApiTags('World')
@Controller('portal/api/tenants/:tenant/orders')
export class OrdersPortalController {
  constructor(private readonly orders: FindOrders) {}

  @Get()
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'listOrders', summary: 'The orders of a tenant' })
  @ApiAnswer(200, OrdersPage, 'The newest first.')
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'A parameter is broken.')
  list(@TheTenant() tenant: PathTenant, @ValidQuery() query: OrdersQuery): Promise<OrdersPage> {
    return this.orders.of(tenant.id, query);
  }
}
