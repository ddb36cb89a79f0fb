import { Module } from '@nestjs/common';
import { TenancyModule } from '#tenancy';
import { ChangeKey } from './change-key.js';
import { FindKeys } from './find-keys.js';
import { FindRevokedKeys } from './find-revoked-keys.js';
import { IssueKey } from './issue-key.js';
import { KeyGuard } from './key.guard.js';
import { KeysPortalController } from './keys.portal.controller.js';
import { KeyCache } from './key-cache.js';
import { RequestLimits } from './limits/request-limits.js';
import { RecordKeyUse } from './record-key-use.js';
import { RevokeKey } from './revoke-key.js';
import { RollKey } from './roll-key.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';
import { Tickets } from './try/tickets.js';
import { TryCall } from './try/try-call.js';
import { TryPortalController } from './try/try.portal.controller.js';

const useCases = [IssueKey, ChangeKey, RevokeKey, RollKey, FindKeys, FindRevokedKeys];

/** Manages keys; used by the command line as well. */
@Module({ imports: [TenancyModule], providers: [...useCases, ApiKeyRepository], exports: useCases })
export class ApiKeysModule {}

/** Authenticates requests with API keys. */
@Module({
  imports: [TenancyModule],
  providers: [KeyGuard, KeyCache, RequestLimits, RecordKeyUse, Tickets],
  exports: [KeyGuard, RequestLimits, Tickets],
})
export class KeyGuardModule {}

/** For the process that serves the portal. */
@Module({
  imports: [ApiKeysModule, KeyGuardModule],
  controllers: [KeysPortalController, TryPortalController],
  providers: [TryCall],
})
export class KeysPortalModule {}
