import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Idempotent, Requires, TheCaller } from '#identity/access';
import { ValidBody, ValidPath, ValidQuery } from '#platform/http';
import { type IdempotentRequest } from '#platform/http/idempotency';
import { ApiAnswer, ApiIdempotencyKey, LiveEnvelopeMeta, Refuses } from '#platform/http/openapi';
import { CheckoutResult } from '#checkout/contract';
import { OrderAlreadyPaid, OrderRefunded, PaymentReferenceUsed, UnsupportedPaymentMethod } from '#checkout/model';
import { ListRegistrationsQuery, RegistrationPath, SearchRequest, SearchResult } from '#domains/contract';
import {
  DomainTaken,
  InvalidDomain,
  RegistrationNotFound,
  RegistrationReleased,
  TermTooLong,
  UnsupportedTld,
} from '#domains/model';
import { ApiOrderId, ListOrdersQuery, OrderView } from '#orders/contract';
import { OrderNotFound, PriceNotAccepted } from '#orders/model';
import { CheckOutLive } from './check-out-live.js';
import {
  LiveAccountResult,
  LiveCheckoutRequest,
  LiveOrderList,
  LiveOrderRequest,
  LiveOrderResult,
  LiveRegistrationList,
  LiveRegistrationResult,
  LiveRenewalRequest,
} from './contract.js';
import { FindLive } from './find-live.js';
import {
  InsufficientCredit,
  PriceChanged,
  PurchaseInProgress,
  RegistrarDisabled,
  RegistrarMisconfigured,
  RegistrarNotConnected,
  RegistrarRefused,
  RegistrarUnavailable,
  SpendingLimitReached,
} from './model/errors.js';
import { PlaceLiveOrder } from './place-live-order.js';

const REGISTRAR_ERRORS = [RegistrarDisabled, RegistrarNotConnected];

/** Errors of routes that ask the registrar. */
const ASKING_ERRORS = [RegistrarUnavailable, RegistrarMisconfigured, RegistrarRefused, ...REGISTRAR_ERRORS];

@ApiTags('Live registrar')
@Controller('api/v1/registrar')
export class RegistrarController {
  constructor(
    private readonly placeLiveOrder: PlaceLiveOrder,
    private readonly checkOut: CheckOutLive,
    private readonly live: FindLive,
  ) {}

  @Post('domains/search')
  @Requires('registrar.search')
  @ApiOperation({
    summary: 'Search a domain at the registrar',
    description: 'Returns the availability and prices of a domain at the connected registrar.',
  })
  @ApiAnswer(200, SearchResult, 'Availability and prices at the registrar; no suggestions.', LiveEnvelopeMeta)
  @Refuses(InvalidDomain, UnsupportedTld, ...ASKING_ERRORS)
  searchDomainLive(@TheCaller() caller: Caller, @ValidBody() request: SearchRequest) {
    return this.live.search(caller, request);
  }

  @Post('domains/order')
  @Requires('registrar.order')
  @ApiOperation({
    summary: 'Order a domain at the registrar',
    description:
      'Records the intent to register a domain at the price of the registrar. Nothing is reserved or charged until checkout. A premium domain requires `max_amount`.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(201, OrderView, 'The new order.', LiveEnvelopeMeta)
  @Refuses(InvalidDomain, UnsupportedTld, PriceNotAccepted, DomainTaken, ...ASKING_ERRORS)
  placeOrderLive(
    @TheCaller() caller: Caller,
    @ValidBody() request: LiveOrderRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    return this.placeLiveOrder.register(caller, request, idempotent);
  }

  @Post('domains/renew')
  @Requires('registrar.order')
  @ApiOperation({
    summary: 'Order the renewal of a domain at the registrar',
    description:
      "Records the intent to renew a domain that the tenant has bought at the registrar, at the registrar's present price. Nothing is charged until checkout.",
  })
  @ApiIdempotencyKey()
  @ApiAnswer(201, OrderView, 'The new order.', LiveEnvelopeMeta)
  @Refuses(InvalidDomain, UnsupportedTld, PriceNotAccepted, RegistrationNotFound, TermTooLong, ...ASKING_ERRORS)
  renewDomainLive(
    @TheCaller() caller: Caller,
    @ValidBody() request: LiveRenewalRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    return this.placeLiveOrder.renew(caller, request, idempotent);
  }

  @Post('domains/checkout')
  @Requires('registrar.checkout')
  @ApiOperation({
    summary: 'Pay an order at the registrar',
    description:
      'Asks the registrar for the price again, holds it from the credit of the tenant, and starts the purchase. The order tells the outcome, and an event with `environment: "live"` announces it. A repeated request with the same order and payment reference gets the first result again.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(202, CheckoutResult, 'The paid order. The order tells the outcome.', LiveEnvelopeMeta)
  @Refuses(
    InsufficientCredit,
    SpendingLimitReached,
    OrderNotFound,
    DomainTaken,
    RegistrationReleased,
    TermTooLong,
    PriceChanged,
    PurchaseInProgress,
    OrderAlreadyPaid,
    OrderRefunded,
    PaymentReferenceUsed,
    UnsupportedPaymentMethod,
    UnsupportedTld,
    ...ASKING_ERRORS,
  )
  checkOutLive(
    @TheCaller() caller: Caller,
    @ValidBody() request: LiveCheckoutRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    caller.paymentReference = request.payment.reference;
    return this.checkOut.execute(caller, request, idempotent);
  }

  @Get('orders/:order_id')
  @Requires('registrar.order')
  @ApiOperation({
    summary: 'Get an order at the registrar',
    description: 'Returns an order of the tenant with its outcome.',
  })
  @ApiOrderId()
  @ApiAnswer(200, LiveOrderResult, 'The order.', LiveEnvelopeMeta)
  @Refuses(OrderNotFound, ...REGISTRAR_ERRORS)
  getOrderLive(@TheCaller() caller: Caller, @Param('order_id') id: string) {
    return this.live.order(caller, id);
  }

  @Get('orders')
  @Requires('registrar.order')
  @ApiOperation({
    summary: 'List orders at the registrar',
    description: 'Returns the orders of the tenant that match all filters, newest first.',
  })
  @ApiAnswer(200, LiveOrderList, 'A page of orders.', LiveEnvelopeMeta)
  @Refuses(...REGISTRAR_ERRORS)
  listOrdersLive(@TheCaller() caller: Caller, @ValidQuery() query: ListOrdersQuery) {
    return this.live.orders(caller, query);
  }

  @Get('registrations/:domain')
  @Requires('registrar.search')
  @ApiOperation({
    summary: 'Get a registration at the registrar',
    description: 'Returns a domain that the tenant has bought at the registrar.',
  })
  @ApiAnswer(200, LiveRegistrationResult, 'The registration.', LiveEnvelopeMeta)
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound, ...REGISTRAR_ERRORS)
  getRegistrationLive(@TheCaller() caller: Caller, @ValidPath() { domain }: RegistrationPath) {
    return this.live.registration(caller, domain);
  }

  @Get('registrations')
  @Requires('registrar.search')
  @ApiOperation({
    summary: 'List registrations at the registrar',
    description:
      'Returns the domains that the tenant has bought at the registrar and that match all filters, newest first.',
  })
  @ApiAnswer(200, LiveRegistrationList, 'A page of registrations.', LiveEnvelopeMeta)
  @Refuses(...REGISTRAR_ERRORS)
  listRegistrationsLive(@TheCaller() caller: Caller, @ValidQuery() query: ListRegistrationsQuery) {
    return this.live.registrations(caller, query);
  }

  @Get('account')
  @Requires('registrar.checkout')
  @ApiOperation({
    summary: 'Get the account at the registrar',
    description: 'Returns the credit, the held and spent amounts, and the daily limit of the tenant.',
  })
  @ApiAnswer(200, LiveAccountResult, 'The account of the tenant.', LiveEnvelopeMeta)
  @Refuses(...REGISTRAR_ERRORS)
  getAccountLive(@TheCaller() caller: Caller) {
    return this.live.account(caller);
  }
}
