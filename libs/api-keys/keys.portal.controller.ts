import { Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ForTenant,
  OperatorsOnly,
  type PathTenant,
  type Person,
  requireOperator,
  CurrentPerson,
  CurrentTenant,
} from '#identity/access';
import { PERMISSION_DESCRIPTIONS, grantableIn, UnknownPermission } from '#identity/access/model';
import { EmptyRequest, ValidBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { KeyChange, KeysView, KeyView, KeyWithValue, NewKeyRequest, RollRequest } from './contract.js';
import { Keys } from './keys.js';
import { ExpiryPassed, KeyNotActive, KeyNotFound, TooManyKeys } from './model/errors.js';

const ApiKeyId = () => ApiPathId('API key', 'key_01920b3c6a7d7f0e8a4c5b6d7e8f9012');

@ApiTags('Keys')
@Controller('portal/api/tenants/:tenant/keys')
export class KeysPortalController {
  constructor(private readonly keys: Keys) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'List API keys',
    description: 'Returns the API keys of a tenant without their values.',
  })
  @ApiAnswer(200, KeysView, 'The API keys, and the permissions that a key can have.')
  async listKeys(@CurrentTenant() tenant: PathTenant) {
    const permissions = { sandbox: grantableIn('sandbox'), live: grantableIn('live') };
    return { keys: await this.keys.list(tenant.slug), permissions, descriptions: PERMISSION_DESCRIPTIONS };
  }

  @Post()
  @ForTenant()
  @ApiOperation({
    summary: 'Create an API key',
    description: 'Creates an API key. Its value is shown only in this response.',
  })
  @ApiAnswer(201, KeyWithValue, 'The new API key and its value.')
  @Refuses(OperatorsOnly, UnknownPermission, TooManyKeys)
  async createKey(
    @CurrentTenant() tenant: PathTenant,
    @CurrentPerson() by: Person,
    @ValidBody() { expires_at, ...terms }: NewKeyRequest,
  ) {
    checkLimit(terms.limit, by);
    const expiresAt = expires_at === undefined ? undefined : new Date(expires_at);
    const { key, value } = await this.keys.issue({ tenant: tenant.slug, ...terms, expiresAt }, by);
    return { key: this.keys.view(key), value };
  }

  @Patch(':id')
  @ForTenant()
  @ApiOperation({
    summary: 'Change an API key',
    description:
      'Changes name, permissions, limit or expiry of an API key. Applies to every request sent after the response.',
  })
  @ApiAnswer(200, KeyView, 'The changed API key.')
  @ApiKeyId()
  @Refuses(OperatorsOnly, UnknownPermission, ExpiryPassed, KeyNotFound, KeyNotActive)
  async changeKey(
    @CurrentTenant() { id: tenantId }: PathTenant,
    @CurrentPerson() by: Person,
    @Param('id') id: string,
    @ValidBody() { expires_at, ...change }: KeyChange,
  ) {
    checkLimit(change.limit, by);
    const changes = { ...change, expiresAt: expiryOf(expires_at) };
    return this.keys.view(await this.keys.change({ id, tenantId }, changes, by));
  }

  @Post(':id/roll')
  @ForTenant()
  @ApiOperation({
    summary: 'Roll an API key',
    description: 'Creates a new API key with the same terms. The old key expires after the given overlap.',
  })
  @ApiAnswer(201, KeyWithValue, 'The new API key and its value. The value is shown only once.')
  @ApiKeyId()
  @Refuses(KeyNotFound, KeyNotActive, TooManyKeys)
  async rollKey(
    @CurrentTenant() { id: tenantId }: PathTenant,
    @CurrentPerson() by: Person,
    @Param('id') id: string,
    @ValidBody() { overlap_hours }: RollRequest,
  ) {
    const { key, value } = await this.keys.roll({ id, tenantId }, overlap_hours, by);
    return { key: this.keys.view(key), value };
  }

  @Post(':id/revoke')
  @ForTenant()
  @ApiOperation({
    summary: 'Revoke an API key',
    description:
      'Revokes an API key permanently. After the response, every request with the key is rejected with 401 `API_KEY_INVALID`.',
  })
  @ApiAnswer(200, KeyView, 'The revoked API key.')
  @ApiKeyId()
  @Refuses(KeyNotFound)
  async revokeKey(
    @CurrentTenant() { id: tenantId }: PathTenant,
    @CurrentPerson() by: Person,
    @Param('id') id: string,
    @ValidBody() _body: EmptyRequest,
  ) {
    return this.keys.view(await this.keys.revoke({ id, tenantId }, by));
  }
}

/** Null removes the expiry; undefined does not change it. */
const expiryOf = (text: string | undefined): Date | null | undefined =>
  text === 'never' ? null : text === undefined ? undefined : new Date(text);

/** @throws OperatorsOnly */
function checkLimit(limit: number | undefined, by: Person): void {
  if (limit !== undefined) requireOperator(by);
}
