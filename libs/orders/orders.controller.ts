import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  type Caller,
  ForTenant,
  Idempotent,
  withFaults,
  FaultableOperation,
  type PathTenant,
  Requires,
  TheCaller,
  CurrentPerson,
  CurrentTenant,
  type Person,
} from '#identity/access';
import { ValidBody, ValidQuery } from '#platform/http';
import { ApiExport, Exports } from '#platform/http/exports';
import { type IdempotentRequest } from '#platform/http/idempotency';
import { ApiAnswer, ApiIdempotencyKey, ApiPathId, Refuses } from '#platform/http/openapi';
import { DomainTaken, InvalidDomain, RegistrationNotFound, TermTooLong, UnsupportedTld } from '#domains/model';
import {
  ApiOrderId,
  FullOrder,
  ListOrdersQuery,
  OrderEntry,
  OrderList,
  OrderRequest,
  OrderResult,
  OrdersExportQuery,
  PortalOrdersPage,
  PortalOrdersQuery,
  OrderView,
  RenewalRequest,
} from './contract.js';
import { FindOrders, ORDER_COLUMNS } from './find-orders.js';
import { OrderNotFound } from './model/order.js';
import { PriceNotAccepted } from './model/errors.js';
import { OrderRenewal } from './order-renewal.js';
import { PlaceOrder } from './place-order.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox')
export class OrdersController {
  constructor(
    private readonly placeOrderUseCase: PlaceOrder,
    private readonly orderRenewalUseCase: OrderRenewal,
    private readonly orders: FindOrders,
  ) {}

  @Post('domains/order')
  @FaultableOperation('order', 'sandbox.order')
  @ApiOperation({
    summary: 'Order a domain',
    description:
      'Records the intent to register a domain at its current price. Nothing is reserved or charged until checkout.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(201, OrderView, 'The new order.')
  @Refuses(InvalidDomain, UnsupportedTld, PriceNotAccepted, DomainTaken)
  placeOrder(
    @TheCaller() caller: Caller,
    @ValidBody() request: OrderRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    return withFaults(caller, request, () => this.placeOrderUseCase.execute(caller, request, idempotent));
  }

  @Post('domains/renew')
  @FaultableOperation('renew', 'sandbox.order')
  @ApiOperation({
    summary: 'Order the renewal of a domain',
    description:
      'Records the intent to renew a registration of the tenant at the current renewal price. The checkout of the order moves the expiry by whole years.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(201, OrderView, 'The new order.')
  @Refuses(InvalidDomain, UnsupportedTld, PriceNotAccepted, RegistrationNotFound, TermTooLong)
  renewDomain(
    @TheCaller() caller: Caller,
    @ValidBody() request: RenewalRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    return withFaults(caller, request, () => this.orderRenewalUseCase.execute(caller, request, idempotent));
  }

  @Get('orders/:order_id')
  @Requires('sandbox.order')
  @ApiOperation({ summary: 'Get an order', description: 'Returns an order of the tenant, paid or not.' })
  @ApiOrderId()
  @ApiAnswer(200, OrderResult, 'The order.')
  @Refuses(OrderNotFound)
  getOrder(@TheCaller() caller: Caller, @Param('order_id') id: string) {
    return this.orders.result(caller, id);
  }

  @Get('orders')
  @Requires('sandbox.order')
  @ApiOperation({
    summary: 'List orders',
    description: 'Returns the orders of the tenant that match all filters, newest first.',
  })
  @ApiAnswer(200, OrderList, 'A page of orders.')
  listOrders(@TheCaller() caller: Caller, @ValidQuery() query: ListOrdersQuery) {
    return this.orders.list(caller, query);
  }
}

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
  @ApiAnswer(200, PortalOrdersPage, 'A page of orders.')
  listOrders(
    @CurrentTenant() tenant: PathTenant,
    @CurrentPerson() person: Person,
    @ValidQuery() query: PortalOrdersQuery,
  ) {
    return this.orders.page(tenant.id, query, person);
  }

  @Get('export')
  @ForTenant({ sendsFile: true })
  @ApiOperation({
    summary: 'Export orders',
    description: 'Sends the matching orders of a tenant as a file, newest first, at most a million.',
  })
  @ApiExport(OrderEntry, ORDER_COLUMNS)
  exportOrders(
    @CurrentTenant() tenant: PathTenant,
    @CurrentPerson() person: Person,
    @ValidQuery() { format, ...filter }: OrdersExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pages = this.orders.pages(tenant.id, filter, person);
    return this.exports.send(reply, { tenant, kind: 'orders', format, columns: ORDER_COLUMNS, pages });
  }

  @Get(':id')
  @ForTenant()
  @ApiOperation({ summary: 'Get an order', description: 'Returns an order with its registrant and term.' })
  @ApiPathId('order', 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  @ApiAnswer(200, FullOrder, 'The order.')
  @Refuses(OrderNotFound)
  findOrder(@CurrentTenant() tenant: PathTenant, @Param('id') id: string) {
    return this.orders.get(tenant.id, id);
  }
}
