import { ApiProperty } from '@nestjs/swagger';

export class Liveness {
  @ApiProperty({ enum: ['ok', 'closing'], description: '`closing` during a graceful shutdown.' })
  status: 'ok' | 'closing';
}

class ReadinessChecks {
  @ApiProperty({ enum: ['up', 'away'], description: 'Whether the database is available.' })
  database: 'up' | 'away';

  @ApiProperty({
    enum: ['starting', 'up', 'closing'],
    description:
      '`starting` until the first key and operator exist (`nameyard start` only), `closing` during a graceful shutdown.',
  })
  process: 'starting' | 'up' | 'closing';
}

export class ReadinessReport {
  @ApiProperty({ enum: ['ok', 'unavailable'], description: 'Whether all checks have passed.' })
  status: 'ok' | 'unavailable';

  @ApiProperty({ type: ReadinessChecks, description: 'Results of the checks.' })
  checks: ReadinessChecks;
}
