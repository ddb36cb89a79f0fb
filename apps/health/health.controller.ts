import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OpenToAll } from '#identity/access';
import { Liveness, ReadinessReport } from './contract.js';
import { Readiness } from './readiness.js';

/** Probes for orchestrators. Their responses have no envelope, because orchestrators only read the status. */
@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @OpenToAll()
  @ApiOperation({ summary: 'Check liveness', description: 'Restart the process if there is no response.' })
  @ApiResponse({ status: 200, description: 'The process is running.', type: Liveness })
  live(): Liveness {
    return { status: this.readiness.process === 'closing' ? 'closing' : 'ok' };
  }

  @Get('ready')
  @OpenToAll()
  @ApiOperation({
    summary: 'Check readiness',
    description:
      'The process is ready if the database is available and the process is neither starting nor shutting down. `problems` of ' +
      'PostgreSQL that no other process can avoid do not make it unavailable.',
  })
  @ApiResponse({ status: 200, description: 'Ready for requests.', type: ReadinessReport })
  @ApiResponse({
    status: 503,
    description: 'Not ready for requests.',
    type: ReadinessReport,
    headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } as never },
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessReport> {
    const { problems, ...checks } = await this.readiness.check();
    const ready = Object.values(checks).every(state => state === 'up');
    if (!ready) void reply.status(503).header('Retry-After', '1');
    return { status: ready ? 'ok' : 'unavailable', checks, ...(problems.length > 0 && { problems }) };
  }
}
