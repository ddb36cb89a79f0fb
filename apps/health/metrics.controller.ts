import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Metrics, OpenToAll } from '#platform';

@ApiTags('Operations')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @OpenToAll()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOperation({ operationId: 'metrics', summary: 'Metrics for Prometheus' })
  @ApiProduces('text/plain')
  @ApiResponse({ status: 200, description: 'The text format of Prometheus, version 0.0.4.' })
  scrape(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
