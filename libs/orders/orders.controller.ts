import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Once, Requires, TheCaller } from '#access';
import { ValidBody } from '#platform/http';
import { type OnceRequest } from '#platform/idempotency';
import { ApiAnswer, ApiOnce, Refuses } from '#platform/openapi';
import { DomainTaken, InvalidDomain, UnsupportedTld } from '#domains/model';
import { OrderRequest, OrderView } from './contract.js';
import { PlaceOrder } from './place-order.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox/domains')
export class OrdersController {
  constructor(private readonly placeOrderUseCase: PlaceOrder) {}

  @Post('order')
  @Requires('sandbox.order')
  @ApiOperation({
    summary: 'Order a domain',
    description:
      'Records the intent to register a domain at its current price. Nothing is reserved or charged until checkout.',
  })
  @ApiOnce()
  @ApiAnswer(201, OrderView, 'The new order.')
  @Refuses(InvalidDomain, UnsupportedTld, DomainTaken)
  placeOrder(
    @TheCaller() caller: Caller,
    @ValidBody() request: OrderRequest,
    @Once() once: OnceRequest | undefined,
  ): Promise<OrderView> {
    return this.placeOrderUseCase.execute(caller, request, once);
  }
}
