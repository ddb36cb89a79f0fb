import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAnswer, ApiRefusal, ForOperators, ValidQuery } from '#platform';
import { AuditPage, AuditQuery } from '../contract.js';
import { ListAudit } from './list-audit.js';

@ApiTags('Audit log')
@Controller('portal/api/audit')
export class AuditPortalController {
  constructor(private readonly audit: ListAudit) {}

  @Get()
  @ForOperators()
  @ApiOperation({ operationId: 'listAudit', summary: 'Who changed what, when and from where' })
  @ApiAnswer(200, AuditPage, 'Newest first.')
  @ApiRefusal(404, ['TENANT_NOT_FOUND'], 'There is no such tenant.')
  @ApiRefusal(422, ['VALIDATION_FAILED'], 'A parameter is invalid, or `before` is not from an earlier page.')
  list(@ValidQuery() query: AuditQuery): Promise<AuditPage> {
    return this.audit.execute(query);
  }
}
