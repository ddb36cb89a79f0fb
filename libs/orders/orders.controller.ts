import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Caller, Idempotent, intercepted, Operation, Requires, TheCaller } from '#identity/access';
import { ValidBody, ValidQuery } from '#platform/http';
import { type IdempotentRequest } from '#platform/http/idempotency';
import { ApiAnswer, ApiIdempotencyKey, Refuses } from '#platform/http/openapi';
import { DomainTaken, InvalidDomain, RegistrationNotFound, TermTooLong, UnsupportedTld } from '#domains/model';
import { ListOrdersQuery, OrderList, OrderRequest, OrderResult, OrderView, RenewalRequest } from './contract.js';
import { OrderNotFound } from './model/order.js';
import { OrderRenewal } from './order-renewal.js';
import { PlaceOrder } from './place-order.js';
import { ReadOrders } from './read-orders.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox')
export class OrdersController {
  constructor(
    private readonly placeOrderUseCase: PlaceOrder,
    private readonly orderRenewalUseCase: OrderRenewal,
    private readonly readOrders: ReadOrders,
  ) {}

  @Post('domains/order')
  @Operation('order', 'sandbox.order')
  @ApiOperation({
    summary: 'Order a domain',
    description:
      'Records the intent to register a domain at its current price. Nothing is reserved or charged until checkout.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(201, OrderView, 'The new order.')
  @Refuses(InvalidDomain, UnsupportedTld, DomainTaken)
  placeOrder(
    @TheCaller() caller: Caller,
    @ValidBody() request: OrderRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ): Promise<OrderView> {
    return intercepted(caller, request, () => this.placeOrderUseCase.execute(caller, request, idempotent));
  }

  @Post('domains/renew')
  @Operation('renew', 'sandbox.order')
  @ApiOperation({
    summary: 'Order the renewal of a domain',
    description:
      'Records the intent to renew a registration of the tenant at the current renewal price. The checkout of the order moves the expiry by whole years.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(201, OrderView, 'The new order.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound, TermTooLong)
  renewDomain(
    @TheCaller() caller: Caller,
    @ValidBody() request: RenewalRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ): Promise<OrderView> {
    return intercepted(caller, request, () => this.orderRenewalUseCase.execute(caller, request, idempotent));
  }

  @Get('orders/:order_id')
  @Requires('sandbox.order')
  @ApiOperation({ summary: 'Get an order', description: 'Returns an order of the tenant, paid or not.' })
  @ApiParam({
    name: 'order_id',
    description: 'The `order_id` returned by the order call.',
    example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  @ApiAnswer(200, OrderResult, 'The order.')
  @Refuses(OrderNotFound)
  getOrder(@TheCaller() caller: Caller, @Param('order_id') id: string): Promise<OrderResult> {
    return this.readOrders.get(caller, id);
  }

  @Get('orders')
  @Requires('sandbox.order')
  @ApiOperation({
    summary: 'List orders',
    description: 'Returns the orders of the tenant that match all filters, newest first.',
  })
  @ApiAnswer(200, OrderList, 'A page of orders.')
  listOrders(@TheCaller() caller: Caller, @ValidQuery() query: ListOrdersQuery): Promise<OrderList> {
    return this.readOrders.list(caller, query);
  }
}
