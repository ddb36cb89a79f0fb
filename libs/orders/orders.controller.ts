import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiOnce,
  ApiRefusal,
  type Caller,
  Once,
  type OnceRequest,
  Requires,
  TheCaller,
  ValidBody,
} from '#platform';
import { ApiDomainRefusals } from '#domains/contract';
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
    summary: 'Order a domain',
    description:
      'Records the intent to register a domain at its current price. Nothing is reserved or charged until checkout.',
  })
  @ApiOnce()
  @ApiAnswer(201, OrderView, 'The new order.')
  @ApiRefusal(409, { DOMAIN_TAKEN: 'The domain is already registered.' })
  @ApiDomainRefusals()
  order(
    @TheCaller() caller: Caller,
    @ValidBody() request: OrderRequest,
    @Once() once: OnceRequest | undefined,
  ): Promise<OrderView> {
    return this.placeOrder.execute(caller, request, once);
  }
}
