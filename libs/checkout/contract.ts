import { ApiProperty } from '@nestjs/swagger';
import { Field, Nested, Source, Text } from '#platform/contract';
import { isMethod, METHODS } from './model/payment.js';

export class PaymentRequest {
  @Field({
    problem: value => (isMethod(value) ? undefined : `must be one of ${METHODS.join(', ')}`),
    code: value => (typeof value === 'string' ? 'UNSUPPORTED_PAYMENT_METHOD' : 'VALIDATION_FAILED'),
    schema: { enum: [...METHODS], description: '`test` succeeds, `test_declined` is declined.', example: 'test' },
  })
  method: (typeof METHODS)[number];

  @Text({
    max: 255,
    description: 'Your own name for this payment; it belongs to one order for ever.',
    example: 'invoice-2041',
  })
  reference: string;
}

export class CheckoutRequest {
  @Text({
    max: 255,
    description: 'As the order was answered with it.',
    example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  order_id: string;

  @Nested(PaymentRequest, { description: 'The simulated payment.' })
  payment: PaymentRequest;
}

export class CheckoutResult {
  @ApiProperty({ example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  order_id: string;

  @ApiProperty({ example: 'example.com' })
  domain: string;

  @ApiProperty({ enum: ['paid'] })
  status: 'paid';

  @ApiProperty({ enum: ['registered'] })
  domain_status: 'registered';

  @ApiProperty({ format: 'date-time' })
  registered_at: string;

  @ApiProperty({ format: 'date-time', description: 'So many years later as were ordered.' })
  expires_at: string;

  @ApiProperty({ type: Source })
  meta: Source;
}

export class ResetRequest {
  @Text({ max: 255, description: "The tenant's slug, typed by whoever means it.", example: 'demo' })
  confirm: string;
}

export class ResetResult {
  @ApiProperty({ description: 'Orders that were removed, with their payments.', example: 41 })
  orders: number;

  @ApiProperty({ description: 'Names that can be had again.', example: 12 })
  domains: number;
}
