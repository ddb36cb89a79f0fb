import { Module } from '@nestjs/common';
import { TenancyModule } from '#tenancy';
import { ChangeKey } from './change-key.js';
import { FindKeys } from './find-keys.js';
import { IssueKey } from './issue-key.js';
import { KeyGuard } from './key.guard.js';
import { KnownKeys } from './known-keys.js';
import { RequestLimits } from './limits/request-limits.js';
import { RevokeKey } from './revoke-key.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

const doors = [IssueKey, ChangeKey, RevokeKey, FindKeys, KeyGuard];

@Module({
  imports: [TenancyModule],
  providers: [...doors, ApiKeyRepository, KnownKeys, RequestLimits],
  exports: doors,
})
export class ApiKeysModule {}
