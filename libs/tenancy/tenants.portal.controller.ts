import { Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiAnswer,
  ApiBodyRefusals,
  ApiRefusal,
  ForOperators,
  ForPeople,
  InTenant,
  type PathTenant,
  type Person,
  ThePerson,
  TheTenant,
  ValidBody,
} from '#platform';
import { ChangeTenant } from './change-tenant.js';
import { NewTenantRequest, TenantChange, TenantsView, TenantView } from './contract.js';
import { FindTenants } from './find-tenants.js';
import type { Tenant } from './model/tenant.js';
import { OpenTenant } from './open-tenant.js';

@ApiTags('Tenants')
@Controller('portal/api/tenants')
export class TenantsPortalController {
  constructor(
    private readonly find: FindTenants,
    private readonly openTenant: OpenTenant,
    private readonly changeTenant: ChangeTenant,
  ) {}

  @Get()
  @ForPeople()
  @ApiOperation({ operationId: 'listTenants', summary: 'The tenants that the caller may see' })
  @ApiAnswer(200, TenantsView, 'Of an operator, all; of a developer, their own.')
  async list(@ThePerson() { role, tenantIds }: Person): Promise<TenantsView> {
    const tenants = await this.find.all();
    const visible = tenants.filter(({ id }) => role === 'operator' || tenantIds.includes(id));
    return { tenants: visible.map(viewOf) };
  }

  @Post()
  @HttpCode(201)
  @ForOperators()
  @ApiOperation({ operationId: 'openTenant', summary: 'Open a tenant', description: 'An empty sandbox world.' })
  @ApiAnswer(201, TenantView, 'The tenant.')
  @ApiRefusal(409, ['TENANT_EXISTS'], 'The slug or the host is taken.')
  @ApiRefusal(422, ['VALIDATION_FAILED', 'INVALID_SLUG', 'INVALID_HOST'], 'A field is broken.')
  @ApiBodyRefusals()
  async open(@ThePerson() by: Person, @ValidBody() given: NewTenantRequest): Promise<TenantView> {
    const { slug, name, currency, host } = given;
    const facts = { slug, name: name ?? undefined, currency: currency ?? undefined, host: host ?? undefined };
    return viewOf(await this.openTenant.execute(facts, by));
  }

  @Patch(':tenant')
  @ForOperators()
  @InTenant()
  @ApiOperation({
    operationId: 'changeTenant',
    summary: 'Rename, suspend or resume a tenant',
    description: 'The keys of a suspended tenant get 401 `API_KEY_INVALID` within a second.',
  })
  @ApiAnswer(200, TenantView, 'The tenant as it is now.')
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'A field is broken.')
  @ApiBodyRefusals()
  async change(
    @TheTenant() { slug }: PathTenant,
    @ThePerson() by: Person,
    @ValidBody() { name, suspended }: TenantChange,
  ): Promise<TenantView> {
    const wanted = { name: name ?? undefined, suspended: suspended ?? undefined };
    return viewOf(await this.changeTenant.execute(slug, wanted, by));
  }
}

const viewOf = ({ slug, name, currency, host, suspendedAt, createdAt }: Tenant): TenantView => ({
  slug,
  name,
  currency,
  host,
  suspended: suspendedAt !== null,
  created_at: createdAt.toISOString(),
});
