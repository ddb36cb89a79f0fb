import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Keys } from '#api-keys';
import { ForOperators, ForTenant, type PathTenant, CurrentTenant } from '#identity/access';
import { Database } from '#platform/database';
import { readPage, ValidQuery } from '#platform/http';
import { ApiAnswer } from '#platform/http/openapi';
import { OpaqueIds } from '#platform/security/secrets';
import { UNAUTHENTICATED_PREFIX, UnauthenticatedPage, UnauthenticatedQuery } from '../contract.js';
import {
  MAX_PER_MINUTE,
  readUnauthenticated,
  type UnauthenticatedFilter,
  type UnauthenticatedRow,
} from '../storage/unauthenticated.js';

const LOG = `Returns requests of the last 30 days that were answered with 401, newest first. At most ${MAX_PER_MINUTE} per tenant and minute are logged`;

@ApiTags('Requests')
@Controller('portal/api')
export class UnauthenticatedPortalController {
  constructor(
    private readonly keys: Keys,
    private readonly database: Database,
    private readonly ids: OpaqueIds,
  ) {}

  @Get('tenants/:tenant/unauthenticated')
  @ForTenant()
  @ApiOperation({
    summary: 'List unauthenticated requests of a tenant',
    description: `${LOG}. A request is listed if it names the tenant, or its key begins like a key of the tenant.`,
  })
  @ApiAnswer(200, UnauthenticatedPage, 'A page of requests.')
  async listUnauthenticated(@CurrentTenant() { id, slug }: PathTenant, @ValidQuery() query: UnauthenticatedQuery) {
    const keys = await this.keys.list(slug);
    const keyStarts = [...new Set(keys.map(({ hint }) => hint.slice(0, hint.indexOf('…'))))];
    return this.page(id, query, { tenant: slug, keyStarts });
  }

  @Get('unauthenticated')
  @ForOperators()
  @ApiOperation({
    summary: 'List all unauthenticated requests',
    description: `${LOG}, and as many that name no known tenant.`,
  })
  @ApiAnswer(200, UnauthenticatedPage, 'A page of requests.')
  listAllUnauthenticated(@ValidQuery() query: UnauthenticatedQuery) {
    return this.page(null, query);
  }

  private async page(
    owner: string | null,
    { before: cursor, limit, reason }: UnauthenticatedQuery,
    about?: UnauthenticatedFilter['about'],
  ): Promise<UnauthenticatedPage> {
    const scope = { prefix: UNAUTHENTICATED_PREFIX, owner };
    const before = cursor === undefined ? undefined : this.ids.decodeField(scope, 'before', cursor);
    const { rows, next } = await readPage(
      limit,
      maxRows => readUnauthenticated(this.database, { about, reason, before }, maxRows),
      ({ id }) => this.ids.encode(scope, id),
    );
    return { requests: rows.map(row => viewOf(row, this.ids.encode(scope, row.id))), next };
  }
}

const viewOf = (row: UnauthenticatedRow, id: string) => ({ ...row, id, at: row.at.toISOString() });
