import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Requires, TheCaller } from '#identity/access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { CheckoutRequest, CheckoutResult } from '#checkout/contract';
import { OrderAlreadyPaid, PaymentDeclined, PaymentReferenceUsed, UnsupportedPaymentMethod } from '#checkout/model';
import { SearchRequest, SearchResult } from '#domains/contract';
import { DomainTaken, InvalidDomain, UnsupportedTld } from '#domains/model';
import { OrderRequest, OrderView } from '#orders/contract';
import { OrderNotFound } from '#orders/model';
import { RegistrarGateway } from './registrar-gateway.js';
import { RegistrarDisabled, RegistrarNotConnected } from './model/errors.js';

const REGISTRAR_ERRORS = [RegistrarDisabled, RegistrarNotConnected];

@ApiTags('Live registrar')
@Controller('api/v1/registrar/domains')
export class RegistrarController {
  constructor(private readonly registrar: RegistrarGateway) {}

  @Post('search')
  @Requires('registrar.search')
  @ApiOperation({
    summary: 'Search a domain at the registrar',
    description: 'Returns the availability and prices of a domain at the connected registrar.',
  })
  @ApiAnswer(200, SearchResult, 'Availability, prices and suggestions of the registrar.')
  @Refuses(InvalidDomain, UnsupportedTld, ...REGISTRAR_ERRORS)
  searchDomainLive(@TheCaller() caller: Caller, @ValidBody() request: SearchRequest): Promise<SearchResult> {
    return this.registrar.search(caller, request);
  }

  @Post('order')
  @Requires('registrar.order')
  @ApiOperation({
    summary: 'Order a domain at the registrar',
    description: 'Records the intent to register a domain at the connected registrar.',
  })
  @ApiAnswer(201, OrderView, 'The new order.')
  @Refuses(InvalidDomain, UnsupportedTld, DomainTaken, ...REGISTRAR_ERRORS)
  placeOrderLive(@TheCaller() caller: Caller, @ValidBody() request: OrderRequest): Promise<OrderView> {
    return this.registrar.order(caller, request);
  }

  @Post('checkout')
  @Requires('registrar.checkout')
  @ApiOperation({
    summary: 'Pay an order at the registrar',
    description: 'Pays an order and registers its domain at the connected registrar.',
  })
  @ApiAnswer(200, CheckoutResult, 'The paid order and its registration.')
  @Refuses(
    PaymentDeclined,
    OrderNotFound,
    DomainTaken,
    OrderAlreadyPaid,
    PaymentReferenceUsed,
    UnsupportedPaymentMethod,
    ...REGISTRAR_ERRORS,
  )
  checkOutLive(@TheCaller() caller: Caller, @ValidBody() request: CheckoutRequest): Promise<CheckoutResult> {
    return this.registrar.checkout(caller, request);
  }
}
