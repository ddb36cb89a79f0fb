import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAnswer, ApiBodyRefusals, ApiRefusal, type Caller, Requires, TheCaller, ValidBody } from '#platform';
import { CheckoutRequest, CheckoutResult } from '#checkout/contract';
import { SearchRequest, SearchResult } from '#domains/contract';
import { OrderRequest, OrderView } from '#orders/contract';
import { RegistrarGateway } from './gateway/registrar-gateway.js';

const ApiSwitch = () =>
  ApiRefusal(
    503,
    ['REGISTRAR_DISABLED', 'REGISTRAR_NOT_CONNECTED', 'SERVICE_UNAVAILABLE'],
    'The kill switch is off, no registrar is connected, or PostgreSQL cannot be reached.',
  );

@ApiTags('Live registrar')
@Controller('api/v1/registrar/domains')
export class RegistrarController {
  constructor(private readonly registrar: RegistrarGateway) {}

  @Post('search')
  @HttpCode(200)
  @Requires({ scope: 'live', permission: 'registrar.search' })
  @ApiOperation({ operationId: 'searchDomainLive', summary: 'Search a name at the registrar' })
  @ApiAnswer(200, SearchResult, 'As the registrar answers.')
  @ApiRefusal(422, ['INVALID_DOMAIN', 'unsupported_tld', 'VALIDATION_FAILED'], 'A field is broken.')
  @ApiBodyRefusals()
  @ApiSwitch()
  search(@TheCaller() caller: Caller, @ValidBody() request: SearchRequest): Promise<SearchResult> {
    return this.registrar.search(caller, request);
  }

  @Post('order')
  @HttpCode(201)
  @Requires({ scope: 'live', permission: 'registrar.order' })
  @ApiOperation({ operationId: 'placeOrderLive', summary: 'Order a name at the registrar' })
  @ApiAnswer(201, OrderView, 'As the registrar answers.')
  @ApiRefusal(409, ['DOMAIN_TAKEN'], 'The name cannot be had.')
  @ApiRefusal(422, ['INVALID_DOMAIN', 'unsupported_tld', 'VALIDATION_FAILED'], 'A field is broken.')
  @ApiBodyRefusals()
  @ApiSwitch()
  order(@TheCaller() caller: Caller, @ValidBody() request: OrderRequest): Promise<OrderView> {
    return this.registrar.order(caller, request);
  }

  @Post('checkout')
  @HttpCode(200)
  @Requires({ scope: 'live', permission: 'registrar.checkout' })
  @ApiOperation({ operationId: 'checkOutLive', summary: 'Pay an order at the registrar' })
  @ApiAnswer(200, CheckoutResult, 'As the registrar answers.')
  @ApiRefusal(402, ['PAYMENT_DECLINED'], 'The payment was declined.')
  @ApiRefusal(404, ['ORDER_NOT_FOUND'], 'This tenant has no such order.')
  @ApiRefusal(409, ['PAYMENT_REFERENCE_USED', 'ORDER_ALREADY_PAID', 'DOMAIN_TAKEN'], 'Nothing was charged.')
  @ApiRefusal(422, ['VALIDATION_FAILED', 'UNSUPPORTED_PAYMENT_METHOD'], 'A field is broken.')
  @ApiBodyRefusals()
  @ApiSwitch()
  checkout(@TheCaller() caller: Caller, @ValidBody() request: CheckoutRequest): Promise<CheckoutResult> {
    return this.registrar.checkout(caller, request);
  }
}
