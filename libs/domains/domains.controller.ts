import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAnswer, ApiBodyRefusals, ApiRefusal, type Caller, Requires, TheCaller, ValidBody } from '#platform';
import { SearchRequest, SearchResult } from './contract.js';
import { SearchDomain } from './search-domain.js';
import { searchText } from './search-text.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox/domains')
export class DomainsController {
  constructor(private readonly searchDomain: SearchDomain) {}

  @Post('search')
  @HttpCode(200)
  @Requires({ scope: 'sandbox', permission: 'sandbox.search' }, { write: searchText })
  @ApiOperation({
    operationId: 'searchDomain',
    summary: 'Search a name',
    description:
      'Tells whether a name can be had and at what price, and suggests others. The same question has the same answer until this tenant registers something.',
  })
  @ApiAnswer(200, SearchResult, 'Available, taken and premium names are all answers.')
  @ApiRefusal(
    422,
    ['INVALID_DOMAIN', 'unsupported_tld', 'VALIDATION_FAILED'],
    'Not a name that the catalogue could sell.',
  )
  @ApiBodyRefusals()
  search(@TheCaller() caller: Caller, @ValidBody() request: SearchRequest): Promise<SearchResult> {
    return this.searchDomain.execute(caller, request);
  }
}
