import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForPeople, type Person, TenantNotFound, ThePerson } from '#access';
import { EmptyRequest, ValidBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/openapi';
import { AccessTokensView, AccessTokenView, AccessTokenWithValue, NewAccessTokenRequest } from '../contract.js';
import { MAX_TOKEN_DAYS } from '../model/access-token.js';
import { TokenNotFound, TooManyTokens } from '../model/errors.js';
import { AccessTokens } from './access-tokens.js';

/** Refuses access tokens: somebody who found one could create others, which would outlive its revocation. */
@ApiTags('Access tokens')
@Controller('portal/api/tokens')
export class TokensPortalController {
  constructor(private readonly tokens: AccessTokens) {}

  @Get()
  @ForPeople({ sessionOnly: true })
  @ApiOperation({ summary: 'List your access tokens', description: 'Returns your newest 250 access tokens.' })
  @ApiAnswer(200, AccessTokensView, 'Your access tokens, newest first.')
  async listTokens(@ThePerson() person: Person): Promise<AccessTokensView> {
    return { tokens: await this.tokens.list(person) };
  }

  @Post()
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Create an access token',
    description: `Creates a token for the management API. It has your rights, limited to its tenants, and expires after at most ${MAX_TOKEN_DAYS} days.`,
  })
  @ApiAnswer(201, AccessTokenWithValue, 'The new access token and its value. The value is shown only once.')
  @Refuses(TenantNotFound, TooManyTokens)
  createToken(@ThePerson() person: Person, @ValidBody() request: NewAccessTokenRequest): Promise<AccessTokenWithValue> {
    return this.tokens.create(person, request);
  }

  @Post(':id/revoke')
  @ForPeople({ sessionOnly: true })
  @ApiOperation({
    summary: 'Revoke an access token',
    description: 'Every request with the token that is sent after the response is rejected with 401 `TOKEN_INVALID`.',
  })
  @ApiAnswer(200, AccessTokenView, 'The revoked access token.')
  @ApiPathId('access token', 'pat_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  @Refuses(TokenNotFound)
  revokeToken(
    @ThePerson() person: Person,
    @Param('id') id: string,
    @ValidBody() _body: EmptyRequest,
  ): Promise<AccessTokenView> {
    return this.tokens.revoke(person, id);
  }
}
