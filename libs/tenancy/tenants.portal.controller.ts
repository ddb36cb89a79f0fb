import { Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  canSee,
  ForOperators,
  ForPeople,
  ForTenant,
  ApiPathTenant,
  type PathTenant,
  type Person,
  CurrentPerson,
  CurrentTenant,
} from '#identity/access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { NewTenantRequest, TenantChange, TenantDetails, TenantsView, TenantView } from './contract.js';
import { InvalidHost, InvalidSlug, TenantExists } from './model/errors.js';
import { Tenants } from './tenants.js';

@ApiTags('Tenants')
@Controller('portal/api/tenants')
export class TenantsPortalController {
  constructor(private readonly tenants: Tenants) {}

  @Get()
  @ForPeople()
  @ApiOperation({
    summary: 'List tenants',
    description: 'Returns the tenants that the person can see: all for an operator, their own for a developer.',
  })
  @ApiAnswer(200, TenantsView, 'The tenants.')
  async listTenants(@CurrentPerson() person: Person) {
    const tenants = await this.tenants.listViews();
    const visible = tenants.filter(tenant => canSee(person, tenant));
    return { tenants: visible.map(({ view }) => view) };
  }

  @Get(':tenant')
  @ForTenant()
  @ApiOperation({
    summary: 'Get a tenant',
    description: 'Returns a tenant. Unlike the list, it also finds temporary tenants, which belong to another one.',
  })
  @ApiAnswer(200, TenantDetails, 'The tenant.')
  getTenant(@CurrentTenant() { slug }: PathTenant) {
    return this.tenants.details(slug);
  }

  @Post()
  @ForOperators()
  @ApiOperation({
    summary: 'Create a tenant',
    description: 'Creates a tenant without any orders or registered domains.',
  })
  @ApiAnswer(201, TenantView, 'The new tenant.')
  @Refuses(TenantExists, InvalidSlug, InvalidHost)
  async createTenant(@CurrentPerson() by: Person, @ValidBody() request: NewTenantRequest) {
    return this.tenants.view(await this.tenants.create(request, by));
  }

  @Patch(':tenant')
  @ForOperators()
  @ApiPathTenant()
  @ApiOperation({
    summary: 'Change a tenant',
    description:
      'Renames, suspends or resumes a tenant, or switches its test control or its facades. After the response, every request with a key of a suspended tenant is rejected with 401 `API_KEY_INVALID`.',
  })
  @ApiAnswer(200, TenantView, 'The changed tenant.')
  async changeTenant(
    @CurrentTenant() { slug }: PathTenant,
    @CurrentPerson() by: Person,
    @ValidBody() change: TenantChange,
  ) {
    return this.tenants.view(await this.tenants.change(slug, change, by));
  }
}
