import { Module } from '@nestjs/common';
import { TenancyModule } from '#tenancy';
import { ChangeKey } from './change-key.js';
import { FindKeys } from './find-keys.js';
import { IssueKey } from './issue-key.js';
import { KeyGuard } from './key.guard.js';
import { KeysPortalController } from './keys.portal.controller.js';
import { KnownKeys } from './known-keys.js';
import { RequestLimits } from './limits/request-limits.js';
import { NoteUse } from './note-use.js';
import { RevokeKey } from './revoke-key.js';
import { RollKey } from './roll-key.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';
import { Tickets } from './try/tickets.js';
import { TryCall } from './try/try-call.js';
import { TryPortalController } from './try/try.portal.controller.js';

const doors = [IssueKey, ChangeKey, RevokeKey, RollKey, FindKeys];

/** For whoever manages keys. */
@Module({ imports: [TenancyModule], providers: [...doors, ApiKeyRepository], exports: doors })
export class ApiKeysModule {}

/** For the process that is called with keys. */
@Module({
  imports: [TenancyModule],
  providers: [KeyGuard, KnownKeys, RequestLimits, NoteUse, Tickets],
  exports: [KeyGuard, Tickets],
})
export class KeyGuardModule {}

/** For the process that the portal is served by, which makes calls of itself. */
@Module({
  imports: [ApiKeysModule, KeyGuardModule],
  controllers: [KeysPortalController, TryPortalController],
  providers: [TryCall],
})
export class KeysPortalModule {}
