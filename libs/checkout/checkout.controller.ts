import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Idempotent, intercepted, Operation, TheCaller } from '#identity/access';
import { ValidBody } from '#platform/http';
import { type IdempotentRequest } from '#platform/http/idempotency';
import { ApiAnswer, ApiIdempotencyKey, Refuses } from '#platform/http/openapi';
import { DomainTaken, RegistrationReleased, TermTooLong } from '#domains';
import { OrderNotFound } from '#orders';
import { CheckOut } from './check-out.js';
import { CheckoutRequest, CheckoutResult } from './contract.js';
import { OrderAlreadyPaid, PaymentDeclined, PaymentReferenceUsed, UnsupportedPaymentMethod } from './model/errors.js';

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
    return intercepted(caller, request, () => this.checkOutUseCase.execute(caller, request, idempotent));
  }
}
