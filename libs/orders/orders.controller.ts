import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiBodyRefusals,
  ApiOnce,
  ApiRefusal,
  type Caller,
  Once,
  type OnceRequest,
  Requires,
  TheCaller,
  ValidBody,
} from '#platform';
import { OrderRequest, OrderView } from './contract.js';
import { PlaceOrder } from './place-order.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox/domains')
export class OrdersController {
  constructor(private readonly placeOrder: PlaceOrder) {}

  @Post('order')
  @HttpCode(201)
  @Requires({ scope: 'sandbox', permission: 'sandbox.order' })
  @ApiOperation({
    operationId: 'placeOrder',
    summary: 'Order a name',
    description:
      'Records the intent to register a name at the price of today. Nothing is reserved or charged until checkout.',
  })
  @ApiOnce()
  @ApiAnswer(201, OrderView, 'The order was placed.')
  @ApiRefusal(
    409,
    ['DOMAIN_TAKEN', 'IDEMPOTENCY_IN_PROGRESS'],
    'The name cannot be had, or the first request with this key is still running.',
  )
  @ApiRefusal(
    422,
    ['VALIDATION_FAILED', 'INVALID_DOMAIN', 'unsupported_tld', 'IDEMPOTENCY_KEY_REUSED'],
    'A field is broken, or the key came with another body before.',
  )
  @ApiBodyRefusals()
  order(
    @TheCaller() caller: Caller,
    @ValidBody() request: OrderRequest,
    @Once() once: OnceRequest | undefined,
  ): Promise<OrderView> {
    return this.placeOrder.execute(caller, request, once);
  }
}
