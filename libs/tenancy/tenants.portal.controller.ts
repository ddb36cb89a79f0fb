import { Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForOperators, ForPeople, InTenant, type PathTenant, type Person, ThePerson, TheTenant } from '#access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/openapi';
import { ChangeTenant } from './change-tenant.js';
import { NewTenantRequest, TenantChange, TenantsView, TenantView } from './contract.js';
import { FindTenants } from './find-tenants.js';
import { InvalidHost, InvalidSlug, TenantExists } from './model/errors.js';
import type { Tenant } from './model/tenant.js';
import { CreateTenant } from './create-tenant.js';

@ApiTags('Tenants')
@Controller('portal/api/tenants')
export class TenantsPortalController {
  constructor(
    private readonly find: FindTenants,
    private readonly createTenantUseCase: CreateTenant,
    private readonly changeTenantUseCase: ChangeTenant,
  ) {}

  @Get()
  @ForPeople()
  @ApiOperation({
    summary: 'List tenants',
    description: 'Returns the tenants that the person can see: all for an operator, their own for a developer.',
  })
  @ApiAnswer(200, TenantsView, 'The tenants.')
  async listTenants(@ThePerson() { role, tenantIds }: Person): Promise<TenantsView> {
    const tenants = await this.find.list();
    const visible = tenants.filter(({ id }) => role === 'operator' || tenantIds.includes(id));
    return { tenants: visible.map(viewOf) };
  }

  @Post()
  @ForOperators()
  @ApiOperation({
    summary: 'Create a tenant',
    description: 'Creates a tenant without any orders or registered domains.',
  })
  @ApiAnswer(201, TenantView, 'The new tenant.')
  @Refuses(TenantExists, InvalidSlug, InvalidHost)
  async createTenant(@ThePerson() by: Person, @ValidBody() request: NewTenantRequest): Promise<TenantView> {
    return viewOf(await this.createTenantUseCase.execute(request, by));
  }

  @Patch(':tenant')
  @ForOperators()
  @InTenant()
  @ApiOperation({
    summary: 'Change a tenant',
    description:
      'Renames, suspends or resumes a tenant. API keys of a suspended tenant are rejected with 401 `API_KEY_INVALID` within a second.',
  })
  @ApiAnswer(200, TenantView, 'The changed tenant.')
  async changeTenant(
    @TheTenant() { slug }: PathTenant,
    @ThePerson() by: Person,
    @ValidBody() change: TenantChange,
  ): Promise<TenantView> {
    return viewOf(await this.changeTenantUseCase.execute(slug, change, by));
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
