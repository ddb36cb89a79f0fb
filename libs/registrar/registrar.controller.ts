import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Requires, TheCaller } from '#access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, ApiRefusal } from '#platform/openapi';
import { ApiPaymentRefusals, CheckoutRequest, CheckoutResult } from '#checkout/contract';
import { ApiDomainRefusals, SearchRequest, SearchResult } from '#domains/contract';
import { OrderRequest, OrderView } from '#orders/contract';
import { RegistrarGateway } from './gateway/registrar-gateway.js';

const ApiRegistrarRefusals = () =>
  ApiRefusal(
    503,
    {
      REGISTRAR_DISABLED: 'The live registrar API is switched off.',
      REGISTRAR_NOT_CONNECTED: 'No registrar is connected to this installation.',
    },
    { header: 'Retry-After' },
  );

@ApiTags('Live registrar')
@Controller('api/v1/registrar/domains')
export class RegistrarController {
  constructor(private readonly registrar: RegistrarGateway) {}

  @Post('search')
  @HttpCode(200)
  @Requires('registrar.search')
  @ApiOperation({
    operationId: 'searchDomainLive',
    summary: 'Search a domain at the registrar',
    description: 'Returns the availability and prices of a domain at the connected registrar.',
  })
  @ApiAnswer(200, SearchResult, 'Availability, prices and suggestions of the registrar.')
  @ApiDomainRefusals()
  @ApiRegistrarRefusals()
  search(@TheCaller() caller: Caller, @ValidBody() request: SearchRequest): Promise<SearchResult> {
    return this.registrar.search(caller, request);
  }

  @Post('order')
  @HttpCode(201)
  @Requires('registrar.order')
  @ApiOperation({
    operationId: 'placeOrderLive',
    summary: 'Order a domain at the registrar',
    description: 'Records the intent to register a domain at the connected registrar.',
  })
  @ApiAnswer(201, OrderView, 'The new order.')
  @ApiRefusal(409, { DOMAIN_TAKEN: 'The domain is already registered.' })
  @ApiDomainRefusals()
  @ApiRegistrarRefusals()
  order(@TheCaller() caller: Caller, @ValidBody() request: OrderRequest): Promise<OrderView> {
    return this.registrar.order(caller, request);
  }

  @Post('checkout')
  @HttpCode(200)
  @Requires('registrar.checkout')
  @ApiOperation({
    operationId: 'checkOutLive',
    summary: 'Pay an order at the registrar',
    description: 'Pays an order and registers its domain at the connected registrar.',
  })
  @ApiAnswer(200, CheckoutResult, 'The paid order and its registration.')
  @ApiPaymentRefusals()
  @ApiRegistrarRefusals()
  checkout(@TheCaller() caller: Caller, @ValidBody() request: CheckoutRequest): Promise<CheckoutResult> {
    return this.registrar.checkout(caller, request);
  }
}
