import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OpenToAll } from '#platform';
import { Readiness } from './readiness.js';

/** For orchestrators; no envelope, for their probes look at the status alone. */
@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @OpenToAll()
  @ApiOperation({
    operationId: 'live',
    summary: 'Whether the process runs',
    description: 'Restart it when this does not answer. Its status is "ok", or "closing" once the process is stopping.',
  })
  @ApiResponse({ status: 200, description: 'It runs.' })
  live() {
    return { status: this.readiness.process === 'closing' ? 'closing' : 'ok' };
  }

  @Get('ready')
  @OpenToAll()
  @ApiOperation({
    operationId: 'ready',
    summary: 'Whether to send requests',
    description: 'Needs PostgreSQL, and a process that is neither starting nor stopping.',
  })
  @ApiResponse({ status: 200, description: 'Send requests.' })
  @ApiResponse({ status: 503, description: 'Send none for now.' })
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const checks = await this.readiness.check();
    const ready = Object.values(checks).every(state => state === 'up');
    void reply.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', checks };
  }
}
