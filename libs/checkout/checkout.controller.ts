import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type Caller,
  ForTenant,
  Idempotent,
  intercepted,
  Operation,
  type Person,
  TheCaller,
  CurrentPerson,
  ThePortalCaller,
} from '#identity/access';
import { ValidBody, ValidPath } from '#platform/http';
import { type IdempotentRequest } from '#platform/http/idempotency';
import { ApiAnswer, ApiIdempotencyKey, Refuses } from '#platform/http/openapi';
import { RegistrationPath } from '#domains/contract';
import {
  DomainTaken,
  InvalidDomain,
  RegistrationNotFound,
  RegistrationReleased,
  TermTooLong,
  UnsupportedTld,
} from '#domains/model';
import { OrderNotFound } from '#orders';
import { CheckOut } from './check-out.js';
import { CheckoutRequest, CheckoutResult, RenewRequest } from './contract.js';
import { OrderAlreadyPaid, PaymentDeclined, PaymentReferenceUsed, UnsupportedPaymentMethod } from './model/errors.js';
import { RenewDomain } from './renew-domain.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox/domains')
export class CheckoutController {
  constructor(private readonly checkOutUseCase: CheckOut) {}

  @Post('checkout')
  @Operation('checkout', 'sandbox.checkout')
  @ApiOperation({
    summary: 'Pay an order',
    description:
      'Takes the simulated payment, registers the domain and sends the event `domain.registered`. The payment of a renewal moves the expiry and sends `domain.renewed`. A repeated request with the same order and payment reference gets the first result again.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(200, CheckoutResult, 'The paid order and its registration.')
  @Refuses(
    PaymentDeclined,
    OrderNotFound,
    DomainTaken,
    RegistrationReleased,
    OrderAlreadyPaid,
    PaymentReferenceUsed,
    UnsupportedPaymentMethod,
    TermTooLong,
  )
  checkOut(
    @TheCaller() caller: Caller,
    @ValidBody() request: CheckoutRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ): Promise<CheckoutResult> {
    caller.paymentReference = request.payment.reference;
    return intercepted(caller, request, () => this.checkOutUseCase.execute(caller, request, idempotent));
  }
}

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/domains/:domain/renew')
export class RenewalPortalController {
  constructor(private readonly renewDomainUseCase: RenewDomain) {}

  @Post()
  @ForTenant()
  @ApiOperation({
    summary: 'Renew a domain',
    description:
      'Orders a renewal at its current price and pays it with the payment method `test`. If the payment is refused, the order stays open.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(200, CheckoutResult, 'The paid order and the renewed registration.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound, RegistrationReleased, TermTooLong)
  renewRegistration(
    @CurrentPerson() by: Person,
    @ThePortalCaller() caller: Caller,
    @ValidPath() { domain }: RegistrationPath,
    @ValidBody() { years }: RenewRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ): Promise<CheckoutResult> {
    return this.renewDomainUseCase.execute(caller, { domain, years }, by, idempotent);
  }
}
