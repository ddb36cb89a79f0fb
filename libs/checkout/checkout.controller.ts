import { Controller, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  type Caller,
  ForTenant,
  Idempotent,
  withFaults,
  FaultableOperation,
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
  AlreadyHeld,
  DomainTaken,
  InvalidDomain,
  RegistrationNotFound,
  RegistrationReleased,
  TermTooLong,
  TransferPending,
  UnsupportedTld,
} from '#domains/model';
import { OrderNotFound } from '#orders';
import { CheckOut } from './check-out.js';
import { CheckoutRequest, CheckoutResult, RenewRequest } from './contract.js';
import {
  OrderAlreadyPaid,
  OrderRefunded,
  PaymentDeclined,
  PaymentReferenceUsed,
  UnsupportedPaymentMethod,
} from './model/errors.js';
import { RenewDomain } from './renew-domain.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox/domains')
export class CheckoutController {
  constructor(private readonly checkOutUseCase: CheckOut) {}

  @Post('checkout')
  @FaultableOperation('checkout', 'sandbox.checkout')
  @ApiOperation({
    summary: 'Pay an order',
    description:
      'Takes the simulated payment, registers the domain and sends the event `domain.registered`. The payment of a renewal moves the expiry and sends `domain.renewed`. If the registry decides later, or the order is a transfer, the answer is 202, and an event ends the order. A repeated request with the same order and payment reference gets the first result again.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(200, CheckoutResult, 'The paid order and its registration.')
  @ApiAnswer(202, CheckoutResult, 'The paid order. The registry decides later; the order says when.')
  @Refuses(
    PaymentDeclined,
    OrderNotFound,
    DomainTaken,
    AlreadyHeld,
    TransferPending,
    RegistrationReleased,
    OrderAlreadyPaid,
    OrderRefunded,
    PaymentReferenceUsed,
    UnsupportedPaymentMethod,
    TermTooLong,
  )
  checkOut(
    @TheCaller() caller: Caller,
    @ValidBody() request: CheckoutRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    caller.paymentReference = request.payment.reference;
    return withFaults(caller, request, async () => {
      const result = await this.checkOutUseCase.execute(caller, request, idempotent);
      if (result.domain_status === 'pending') reply.status(202);
      return result;
    });
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
  ) {
    return this.renewDomainUseCase.execute(caller, { domain, years }, by, idempotent);
  }
}
