import { ApiProperty } from '@nestjs/swagger';
import { TextField } from '#platform/contract';

export class ResetRequest {
  @TextField({ max: 255, description: 'The slug of the tenant, as confirmation.', example: 'demo' })
  confirm: string;
}

export class ResetResult {
  @ApiProperty({ description: 'Number of removed orders.', example: 41 })
  orders: number;

  @ApiProperty({ description: 'Number of removed registrations; their domains are available again.', example: 12 })
  domains: number;
}
