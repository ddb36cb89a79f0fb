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
import { CheckOut } from './check-out.js';
import { CheckoutRequest, CheckoutResult } from './contract.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox/domains')
export class CheckoutController {
  constructor(private readonly checkOut: CheckOut) {}

  @Post('checkout')
  @HttpCode(200)
  @Requires({ scope: 'sandbox', permission: 'sandbox.checkout' })
  @ApiOperation({
    operationId: 'checkOut',
    summary: 'Pay an order',
    description:
      'Takes the simulated payment, registers the name and announces `domain.registered`. The same reference for the same order gives the first result again, at once or years later.',
  })
  @ApiOnce()
  @ApiAnswer(200, CheckoutResult, 'Paid and registered.')
  @ApiRefusal(402, ['PAYMENT_DECLINED'], 'The payment was declined; the order can be paid again.')
  @ApiRefusal(404, ['ORDER_NOT_FOUND'], 'This tenant has no such order.')
  @ApiRefusal(
    409,
    ['PAYMENT_REFERENCE_USED', 'ORDER_ALREADY_PAID', 'DOMAIN_TAKEN', 'IDEMPOTENCY_IN_PROGRESS'],
    'Nothing was charged.',
  )
  @ApiRefusal(
    422,
    ['VALIDATION_FAILED', 'UNSUPPORTED_PAYMENT_METHOD', 'IDEMPOTENCY_KEY_REUSED'],
    'A field is broken, or the key came with another body before.',
  )
  @ApiBodyRefusals()
  checkout(
    @TheCaller() caller: Caller,
    @ValidBody() request: CheckoutRequest,
    @Once() once: OnceRequest | undefined,
  ): Promise<CheckoutResult> {
    return this.checkOut.execute(caller, request, once);
  }
}
