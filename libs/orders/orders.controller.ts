import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Idempotent, Requires, TheCaller } from '#access';
import { ValidBody } from '#platform/http';
import { type IdempotentRequest } from '#platform/idempotency';
import { ApiAnswer, ApiIdempotencyKey, Refuses } from '#platform/openapi';
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
  @ApiIdempotencyKey()
  @ApiAnswer(201, OrderView, 'The new order.')
  @Refuses(InvalidDomain, UnsupportedTld, DomainTaken)
  placeOrder(
    @TheCaller() caller: Caller,
    @ValidBody() request: OrderRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ): Promise<OrderView> {
    return this.placeOrderUseCase.execute(caller, request, idempotent);
  }
}
