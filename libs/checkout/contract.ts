import { ApiProperty } from '@nestjs/swagger';
import { Field, IntegerField, ObjectField, CheckedBy, Source, TextField } from '#platform/contract';
import { METHODS, problemOfMethod } from './model/payment.js';

export { METHODS };

export class PaymentRequest {
  @Field(
    {
      enum: [...METHODS],
      description: 'Payment method. `test` succeeds, `test_declined` is declined.',
      example: 'test',
    },
    CheckedBy(problemOfMethod),
  )
  method: (typeof METHODS)[number];

  @TextField({
    max: 255,
    description: 'Your reference for the payment. A reference can be used for one order only.',
    example: 'invoice-2041',
  })
  reference: string;
}

export class CheckoutRequest {
  @TextField({
    max: 255,
    description: 'The `order_id` returned by the order call.',
    example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  order_id: string;

  @ObjectField(PaymentRequest, { description: 'Simulated payment.' })
  payment: PaymentRequest;
}

export class CheckoutResult {
  @ApiProperty({ description: 'Order ID.', example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  order_id: string;

  @ApiProperty({ description: 'Registered or renewed domain.', example: 'example.com' })
  domain: string;

  @ApiProperty({ enum: ['paid'], description: 'Status of the order.' })
  status: 'paid';

  @ApiProperty({ enum: ['registered'], description: 'Status of the domain.' })
  domain_status: 'registered';

  @ApiProperty({ format: 'date-time', description: 'Time of the registration.' })
  registered_at: string;

  @ApiProperty({
    format: 'date-time',
    description: '`registered_at` plus the ordered years; for a renewal, the previous expiry plus the ordered years.',
    example: '2027-11-21T07:00:00.000Z',
  })
  expires_at: string;

  @ApiProperty({ type: Source, description: 'Origin of the result.' })
  meta: Source;
}

export class RenewRequest {
  @IntegerField({ min: 1, max: 10, description: 'Years to renew the registration for (1–10).', example: 1 })
  years: number;
}
