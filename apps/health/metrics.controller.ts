import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { OpenToAll } from '#access';
import { Metrics } from '#platform/http';

@ApiTags('Operations')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly service: Metrics) {}

  @Get()
  @OpenToAll()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOperation({ summary: 'Get metrics', description: 'Returns the metrics of this process for Prometheus.' })
  @ApiResponse({
    status: 200,
    description: 'Metrics in the Prometheus text format, version 0.0.4.',
    content: {
      'text/plain': {
        schema: { type: 'string' },
        example: '# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 1.5\n',
      },
    },
  })
  metrics(): Promise<string> {
    return this.service.registry.metrics();
  }
}
