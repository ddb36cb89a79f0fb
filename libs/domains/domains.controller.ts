import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, Requires, TheCaller } from '#access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/openapi';
import { SearchRequest, SearchResult } from './contract.js';
import { InvalidDomain, UnsupportedTld } from './model/errors.js';
import { SearchDomain } from './search-domain.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox/domains')
export class DomainsController {
  constructor(private readonly searchDomainUseCase: SearchDomain) {}

  @Post('search')
  @Requires('sandbox.search')
  @ApiOperation({
    summary: 'Search a domain',
    description:
      'Returns the availability and prices of a domain, and suggests alternatives. The result stays the same until the tenant registers a domain.',
  })
  @ApiAnswer(200, SearchResult, 'Availability, prices and suggestions.')
  @Refuses(InvalidDomain, UnsupportedTld)
  searchDomain(@TheCaller() caller: Caller, @ValidBody() request: SearchRequest): Promise<SearchResult> {
    return this.searchDomainUseCase.execute(caller, request);
  }
}
