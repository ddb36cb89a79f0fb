import { mappingOf } from '#platform/database';
import { TenantClock } from '../model/tenant-clock.js';

export const ClockMapping = mappingOf(TenantClock, 'tenancy.clocks', {
  tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'clocks_pkey' },
  mode: { type: 'text' },
  frozenAt: { name: 'frozen_at', type: 'timestamptz', precision: 3, nullable: true },
  offsetMs: { name: 'offset_ms', type: 'double precision' },
  cursorTime: { name: 'cursor_time', type: 'timestamptz', precision: 3, nullable: true },
  cursorDomain: { name: 'cursor_domain', type: 'text', nullable: true },
  changeId: { name: 'change_id', type: 'text', nullable: true },
  checkAt: { name: 'check_at', type: 'timestamptz', precision: 3, nullable: true },
  resetAt: { name: 'reset_at', type: 'timestamptz', precision: 3, nullable: true },
  registry: { type: 'jsonb', nullable: true },
  lockedSince: { name: 'locked_since', type: 'timestamptz', precision: 3, nullable: true },
});
