import { Controller, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiBodyRefusals,
  ApiEmptyBody,
  ApiRefusal,
  demandOperator,
  ForPeople,
  InTenant,
  type PathTenant,
  type Person,
  ThePerson,
  TheTenant,
  ValidBody,
} from '#platform';
import { ChangeKey } from './change-key.js';
import { KeyChange, KeysView, KeyView, KeyWithValue, NewKeyRequest, RollRequest } from './contract.js';
import { FindKeys } from './find-keys.js';
import { IssueKey } from './issue-key.js';
import { permissionsFor } from './model/permissions.js';
import { RevokeKey } from './revoke-key.js';
import { RollKey } from './roll-key.js';

const BROKEN = ['VALIDATION_FAILED', 'UNKNOWN_PERMISSION'];

const ApiKeyUnknown = () => ApiRefusal(404, ['KEY_NOT_FOUND'], 'This tenant has no such key.');
const ApiLimitRefused = () => ApiRefusal(403, ['OPERATORS_ONLY'], 'A limit was named by somebody who is no operator.');

@ApiTags('Keys')
@Controller('portal/api/tenants/:tenant/keys')
export class KeysPortalController {
  constructor(
    private readonly find: FindKeys,
    private readonly issue: IssueKey,
    private readonly changeKey: ChangeKey,
    private readonly rollKey: RollKey,
    private readonly revokeKey: RevokeKey,
  ) {}

  @Get()
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'listKeys', summary: 'The keys of a tenant, without their values' })
  @ApiAnswer(200, KeysView, 'The keys, and what a key can be allowed to do.')
  async list(@TheTenant() tenant: PathTenant): Promise<KeysView> {
    const permissions = { sandbox: permissionsFor('sandbox'), live: permissionsFor('live') };
    return { keys: await this.find.of(tenant.slug), permissions };
  }

  @Post()
  @HttpCode(201)
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'createKey', summary: 'Make a key' })
  @ApiAnswer(201, KeyWithValue, 'The key, with its value, which is shown this once.')
  @ApiLimitRefused()
  @ApiRefusal(409, ['TOO_MANY_KEYS'], 'The tenant has as many active keys as there may be.')
  @ApiRefusal(422, BROKEN, 'A field is broken.')
  @ApiBodyRefusals()
  async create(
    @TheTenant() tenant: PathTenant,
    @ThePerson() by: Person,
    @ValidBody() { name, scope, ...given }: NewKeyRequest,
  ): Promise<KeyWithValue> {
    const terms = termsOf(given, by);
    const expiresAt = given.expires_at ? new Date(given.expires_at) : undefined;
    const order = { tenant: tenant.slug, scope, ...terms, name, expiresAt };
    const { key, value } = await this.issue.execute(order, by);
    return { key: this.find.view(key), value };
  }

  @Patch(':id')
  @ForPeople()
  @InTenant()
  @ApiOperation({
    operationId: 'changeKey',
    summary: 'Give a key another name, other permissions or another limit',
    description: 'Holds within a second.',
  })
  @ApiAnswer(200, KeyView, 'The key as it is now.')
  @ApiLimitRefused()
  @ApiKeyUnknown()
  @ApiRefusal(422, BROKEN, 'A field is broken.')
  @ApiBodyRefusals()
  async change(
    @TheTenant() { id: tenantId }: PathTenant,
    @ThePerson() by: Person,
    @Param('id') id: string,
    @ValidBody() given: KeyChange,
  ): Promise<KeyView> {
    return this.find.view(await this.changeKey.execute({ id, tenantId }, termsOf(given, by), by));
  }

  @Post(':id/roll')
  @HttpCode(201)
  @ForPeople()
  @InTenant()
  @ApiOperation({
    operationId: 'rollKey',
    summary: 'Put a new key in the place of another',
    description: 'On the same terms; the old one works for so many hours more.',
  })
  @ApiAnswer(201, KeyWithValue, 'The new key, with its value, which is shown this once.')
  @ApiKeyUnknown()
  @ApiRefusal(
    409,
    ['KEY_NOT_ACTIVE', 'TOO_MANY_KEYS'],
    'The key is revoked, expired or rolled already, or there is no room for both; without an overlap there is.',
  )
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'A field is broken.')
  @ApiBodyRefusals()
  async roll(
    @TheTenant() { id: tenantId }: PathTenant,
    @ThePerson() by: Person,
    @Param('id') id: string,
    @ValidBody() { overlap_hours }: RollRequest,
  ): Promise<KeyWithValue> {
    const { key, value } = await this.rollKey.execute({ id, tenantId }, overlap_hours, by);
    return { key: this.find.view(key), value };
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @ForPeople()
  @InTenant()
  @ApiOperation({ operationId: 'revokeKey', summary: 'End a key for good', description: 'Holds within a second.' })
  @ApiAnswer(200, KeyView, 'The key as it is now.')
  @ApiKeyUnknown()
  @ApiEmptyBody()
  async revoke(
    @TheTenant() { id: tenantId }: PathTenant,
    @ThePerson() by: Person,
    @Param('id') id: string,
  ): Promise<KeyView> {
    return this.find.view(await this.revokeKey.execute({ id, tenantId }, by));
  }
}

/** A limit is for operators to set. */
function termsOf({ name, permissions, limit }: KeyChange, by: Person) {
  if (limit !== undefined && limit !== null) demandOperator(by);
  return { name: name ?? undefined, permissions: permissions ?? undefined, limit: limit ?? undefined };
}
