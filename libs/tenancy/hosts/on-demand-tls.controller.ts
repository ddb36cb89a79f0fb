import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OpenToAll } from '#identity/access';
import { HostDirectory } from './host-directory.js';

/**
 * Tells a TLS proxy whether it may obtain a certificate; only the status code matters. Part of the worker, because
 * anyone who can call it can find out which tenants exist.
 */
@Controller('internal/tls')
export class OnDemandTlsController {
  constructor(private readonly directory: HostDirectory) {}

  @Get('ask')
  @OpenToAll()
  async ask(@Query('domain') domain: unknown, @Res() reply: FastifyReply): Promise<void> {
    const isPublic = typeof domain === 'string' && (await this.directory.isPublicStorefront(domain));
    await reply.status(isPublic ? 200 : 404).send();
  }
}
