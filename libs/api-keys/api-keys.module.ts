import { Module } from '@nestjs/common';
import { TenancyModule } from '#tenancy';
import { KeyGuard } from './key.guard.js';
import { Keys } from './keys.js';
import { KeysPortalController } from './keys.portal.controller.js';
import { KeyCache } from './key-cache.js';
import { RequestLimits } from './limits/request-limits.js';
import { RecordKeyUse } from './record-key-use.js';
import { Tickets } from './try/tickets.js';
import { TryCall } from './try/try-call.js';
import { TryPortalController } from './try/try.portal.controller.js';

/** Manages keys; used by the command line as well. */
@Module({ imports: [TenancyModule], providers: [Keys], exports: [Keys] })
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
