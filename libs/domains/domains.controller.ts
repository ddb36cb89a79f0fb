import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type Caller,
  ForTenant,
  intercepted,
  Operation,
  type PathTenant,
  Requires,
  TheCaller,
  CurrentTenant,
} from '#identity/access';
import { ValidBody, ValidPath, ValidQuery } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import {
  ListRegistrationsQuery,
  RegistrationList,
  RegistrationPath,
  RegistrationResult,
  RegistrationsPage,
  RegistrationsQuery,
  RegistrationView,
  SearchRequest,
  SearchResult,
} from './contract.js';
import { FindRegistrations } from './find-registrations.js';
import { InvalidDomain, RegistrationNotFound, UnsupportedTld } from './model/errors.js';
import { SearchDomain } from './search-domain.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox')
export class DomainsController {
  constructor(
    private readonly searchDomainUseCase: SearchDomain,
    private readonly registrations: FindRegistrations,
  ) {}

  @Post('domains/search')
  @Operation('search', 'sandbox.search')
  @ApiOperation({
    summary: 'Search a domain',
    description:
      'Returns the availability and prices of a domain, and suggests alternatives. The result stays the same until the tenant registers a domain.',
  })
  @ApiAnswer(200, SearchResult, 'Availability, prices and suggestions.')
  @Refuses(InvalidDomain, UnsupportedTld)
  searchDomain(@TheCaller() caller: Caller, @ValidBody() request: SearchRequest): Promise<SearchResult> {
    return intercepted(caller, request, () => this.searchDomainUseCase.execute(caller, request));
  }

  @Get('registrations/:domain')
  @Requires('sandbox.search')
  @ApiOperation({ summary: 'Get a registration', description: 'Returns the registration of a domain by the tenant.' })
  @ApiAnswer(200, RegistrationResult, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound)
  getRegistration(@TheCaller() caller: Caller, @ValidPath() { domain }: RegistrationPath): Promise<RegistrationResult> {
    return this.registrations.result(caller, domain);
  }

  @Get('registrations')
  @Requires('sandbox.search')
  @ApiOperation({
    summary: 'List registrations',
    description: 'Returns the registrations of the tenant that match all filters, newest first.',
  })
  @ApiAnswer(200, RegistrationList, 'A page of registrations.')
  listRegistrations(
    @TheCaller() caller: Caller,
    @ValidQuery() query: ListRegistrationsQuery,
  ): Promise<RegistrationList> {
    return this.registrations.list(caller, query);
  }
}

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/domains')
export class DomainsPortalController {
  constructor(private readonly registrations: FindRegistrations) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'List registered domains',
    description: 'Returns the registered domains of a tenant, newest first.',
  })
  @ApiAnswer(200, RegistrationsPage, 'A page of domains.')
  listDomains(
    @CurrentTenant() tenant: PathTenant,
    @ValidQuery() query: RegistrationsQuery,
  ): Promise<RegistrationsPage> {
    return this.registrations.page(tenant, query);
  }

  @Get(':domain')
  @ForTenant()
  @ApiOperation({
    summary: 'Get a registered domain',
    description: 'Returns the registration of a domain with the terms and prices of its renewal.',
  })
  @ApiAnswer(200, RegistrationView, 'The registration.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound)
  getDomain(@CurrentTenant() tenant: PathTenant, @ValidPath() { domain }: RegistrationPath): Promise<RegistrationView> {
    return this.registrations.view(tenant, domain);
  }
}
