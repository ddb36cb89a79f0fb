import { Controller, Get, Param, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  ForOperators,
  ForPeople,
  type LoggedInPerson,
  type Person,
  TenantNotFound,
  CurrentPerson,
} from '#identity/access';
import { EmptyRequest, ValidBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { AccessTokensView, AccessTokenView, AccessTokenWithValue, NewAccessTokenRequest } from '../contract.js';
import { ConfirmPerson, NeedsConfirmation } from '../login/confirm-person.js';
import { MAX_TOKEN_DAYS } from '../model/access-token.js';
import { AccountNotFound, TokenNotFound, TooManyTokens } from '../model/errors.js';
import { AccessTokens } from './access-tokens.js';

/** Refuses access tokens, because a leaked token could create others, which would outlive its revocation. */
@ApiTags('Access tokens')
@Controller('portal/api')
export class TokensPortalController {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly confirm: ConfirmPerson,
  ) {}

  @Get('tokens')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({ summary: 'List your access tokens', description: 'Returns your newest 250 access tokens.' })
  @ApiAnswer(200, AccessTokensView, 'Your access tokens, newest first.')
  async listTokens(@CurrentPerson() person: Person) {
    return { tokens: await this.tokens.list(person.id) };
  }

  @Post('tokens')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Create an access token',
    description: `Creates a token for the management API. It has your rights, limited to its tenants and, if it is read-only, to GET and HEAD requests. It expires after at most ${MAX_TOKEN_DAYS} days.`,
  })
  @ApiAnswer(201, AccessTokenWithValue, 'The new access token and its value. The value is shown only once.')
  @NeedsConfirmation()
  @Refuses(TenantNotFound, TooManyTokens)
  async createToken(
    @CurrentPerson() person: LoggedInPerson,
    @ValidBody() body: NewAccessTokenRequest,
    @Req() request: FastifyRequest,
  ) {
    const account = await this.confirm.execute(person, body, request);
    return this.tokens.create(person, account, body);
  }

  @Post('tokens/:id/revoke')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Revoke an access token',
    description: 'After the response, every request with the token is rejected with 401 `TOKEN_INVALID`.',
  })
  @ApiAnswer(200, AccessTokenView, 'The revoked access token.')
  @ApiPathId('access token', 'pat_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  @Refuses(TokenNotFound)
  revokeToken(@CurrentPerson() person: Person, @Param('id') id: string, @ValidBody() _body: EmptyRequest) {
    return this.tokens.revoke(person.id, id, person);
  }

  @Get('people/:id/tokens')
  @ForOperators({ sessionOnly: true })
  @ApiTags('People')
  @ApiOperation({
    summary: 'List the access tokens of a person',
    description: 'Returns the newest 250 access tokens of a person, without their values.',
  })
  @ApiAnswer(200, AccessTokensView, 'The access tokens of the person, newest first.')
  @ApiPathId('account', 'usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  @Refuses(AccountNotFound)
  async listPersonTokens(@Param('id') id: string) {
    return { tokens: await this.tokens.list(id) };
  }

  @Post('people/:id/tokens/:token/revoke')
  @ForOperators({ sessionOnly: true })
  @ApiTags('People')
  @ApiOperation({
    summary: 'Revoke an access token of a person',
    description: 'After the response, every request with the token is rejected with 401 `TOKEN_INVALID`.',
  })
  @ApiAnswer(200, AccessTokenView, 'The revoked access token.')
  @ApiPathId('account', 'usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  @ApiParam({ name: 'token', description: 'ID of the access token.', example: 'pat_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  @Refuses(AccountNotFound, TokenNotFound)
  revokePersonToken(
    @CurrentPerson() by: Person,
    @Param('id') id: string,
    @Param('token') token: string,
    @ValidBody() _body: EmptyRequest,
  ) {
    return this.tokens.revoke(id, token, by);
  }
}
