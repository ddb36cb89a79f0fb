import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForOperators, TenantNotFound } from '#identity/access';
import { ValidQuery } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { AuditPage, AuditQuery } from '../contract.js';
import { ListAudit } from './list-audit.js';

@ApiTags('Audit log')
@Controller('portal/api/audit')
export class AuditPortalController {
  constructor(private readonly audit: ListAudit) {}

  @Get()
  @ForOperators()
  @ApiOperation({
    summary: 'List the audit log',
    description: 'Returns who changed what, when and from which address, newest first.',
  })
  @ApiAnswer(200, AuditPage, 'A page of the audit log.')
  @Refuses(TenantNotFound)
  listAudit(@ValidQuery() query: AuditQuery) {
    return this.audit.execute(query);
  }
}
