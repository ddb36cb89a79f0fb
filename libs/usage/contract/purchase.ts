import { ApiProperty } from '@nestjs/swagger';
import { NullableDateTime, NullableText } from '#platform/contract';

const KINDS = ['search', 'order', 'payment', 'registration', 'event', 'attempt', 'renewal', 'expiry'] as const;
const OUTCOMES = ['ok', 'failed', 'waiting', 'planned'] as const;

/** The logged request of a step. */
export class StepRequest {
  @ApiProperty({ description: 'ID of the request in the log.', example: 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI' })
  id: string;

  @ApiProperty({ description: '`X-Request-Id` of the response.', example: 'req_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  request_id: string;

  @ApiProperty({ description: 'Path of the route.', example: '/api/v1/sandbox/domains/checkout' })
  endpoint: string;

  @ApiProperty({ type: 'integer', description: 'HTTP status.', example: 200 })
  status: number;

  @NullableText('ID of the API key, or `storefront`.', 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  key: string | null;
}

/** One step of a purchase. */
export class PurchaseStep {
  @ApiProperty({ enum: KINDS, description: 'Kind of the step; `attempt` is an attempt to deliver an event.' })
  kind: (typeof KINDS)[number];

  @ApiProperty({ enum: OUTCOMES, description: 'Outcome; `planned` steps are in the future of the tenant.' })
  outcome: (typeof OUTCOMES)[number];

  @ApiProperty({
    format: 'date-time',
    description: 'Real time of the step; of a planned one, by the clock of the tenant.',
  })
  at: string;

  @NullableDateTime('Time by the clock of the tenant, if the step has one.')
  business_at: string | null;

  @ApiProperty({ description: 'Summary for people.', example: 'Payment' })
  title: string;

  @NullableText('Error code, or the reason or status of a delivery attempt.', null)
  detail: string | null;

  @ApiProperty({
    type: StepRequest,
    nullable: true,
    description: 'Request of the step; null if it has none, or if it is not in the log any more.',
  })
  request: StepRequest | null;

  @NullableText('Event of the step.', 'evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  event_id: string | null;

  @NullableText('Delivery of the step.', 'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  delivery_id: string | null;

  @NullableText('Order of the step, if it is another one: that of a renewal.', null)
  order_id: string | null;
}

/** Everything that happened to an order, in order of time. */
export class PurchaseView {
  @ApiProperty({ description: 'Order ID.', example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  order_id: string;

  @ApiProperty({ description: 'Ordered domain.', example: 'my-shop.com' })
  domain: string;

  @ApiProperty({ enum: ['created', 'paid'], description: 'Status of the order.' })
  status: 'created' | 'paid';

  @ApiProperty({ type: [PurchaseStep], description: 'Steps, oldest first.' })
  steps: PurchaseStep[];
}
