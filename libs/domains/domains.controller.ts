import { Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, withFaults, FaultableOperation, Requires, TheCaller } from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { CheckDomains } from './check-domains.js';
import { CheckRequest, CheckResult, SearchRequest, SearchResult, TldList } from './contract.js';
import { listTlds } from './list-tlds.js';
import { InvalidDomain, UnsupportedTld } from './model/errors.js';
import { SearchDomain } from './search-domain.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox')
export class DomainsController {
  constructor(
    private readonly searchDomainUseCase: SearchDomain,
    private readonly checkDomainsUseCase: CheckDomains,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post('domains/search')
  @FaultableOperation('search', 'sandbox.search')
  @ApiOperation({
    summary: 'Search a domain',
    description:
      'Returns the availability and prices of a domain, and suggests alternatives. The result stays the same until the tenant registers a domain.',
  })
  @ApiAnswer(200, SearchResult, 'Availability, prices and suggestions.')
  @Refuses(InvalidDomain, UnsupportedTld)
  searchDomain(@TheCaller() caller: Caller, @ValidBody() request: SearchRequest) {
    return withFaults(caller, request, () => this.searchDomainUseCase.execute(caller, request));
  }

  @Post('domains/check')
  @FaultableOperation('check', 'sandbox.search')
  @ApiOperation({
    summary: 'Check several domains',
    description:
      'Returns the availability and prices of up to 50 domains, without suggestions. Counts as one request. An entry that is not a domain of the catalogue has an `error`, and the others are checked.',
  })
  @ApiAnswer(200, CheckResult, 'Availability and prices.')
  checkDomains(@TheCaller() caller: Caller, @ValidBody() request: CheckRequest) {
    return withFaults(caller, request, () => this.checkDomainsUseCase.execute(caller, request));
  }

  @Get('tlds')
  @Requires('sandbox.search')
  @ApiOperation({
    summary: 'List TLDs',
    description:
      'Returns all TLDs of the catalogue with their list prices, and what their registries require and support.',
  })
  @ApiAnswer(200, TldList, 'The TLDs.')
  listTlds(@TheCaller() { tenant }: Caller) {
    return { tlds: listTlds(tenant.currency, tenant.registry.price_percent), meta: { source: this.settings.source } };
  }
}
