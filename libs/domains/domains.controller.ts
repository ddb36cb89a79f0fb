import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, intercepted, Operation, TheCaller } from '#identity/access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { SearchRequest, SearchResult } from './contract.js';
import { InvalidDomain, UnsupportedTld } from './model/errors.js';
import { SearchDomain } from './search-domain.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox')
export class DomainsController {
  constructor(private readonly searchDomainUseCase: SearchDomain) {}

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
}
