import { Controller, Get, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ForVisitors } from '#identity/access';
import { Database } from '#platform/database';
import { ApiAnswer } from '#platform/http/openapi';
import { LoginMethods } from '../contract.js';
import { findPasskeySite } from '../factors/passkey-site.js';
import { findPasskeyOfHost } from '../storage/passkeys.js';
import { OpenIdProvider } from './provider.js';

@ApiTags('Session')
@Controller('portal/api/login-methods')
export class LoginMethodsPortalController {
  constructor(
    private readonly provider: OpenIdProvider,
    private readonly database: Database,
  ) {}

  @Get()
  @ForVisitors()
  @ApiOperation({
    summary: 'List login methods',
    description: 'Returns how people can log in besides their password.',
  })
  @ApiAnswer(200, LoginMethods, 'The login methods.')
  async loginMethods(@Req() request: FastifyRequest) {
    const host = findPasskeySite(request)?.rpId;
    const found = host === undefined ? undefined : await findPasskeyOfHost.first(this.database, { host });
    return { openid: this.provider.name ?? null, passkeys: found !== undefined };
  }
}
