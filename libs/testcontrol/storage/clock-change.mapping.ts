import { mappingOf } from '#platform/database';
import { ClockChange } from '../model/clock-change.js';

export const ClockChangeMapping = mappingOf(ClockChange, 'testcontrol.clock_changes', {
  id: { type: 'text', primary: true, primaryKeyConstraintName: 'clock_changes_pkey' },
  tenantId: { name: 'tenant_id', type: 'text' },
  mode: { type: 'text' },
  target: { type: 'timestamptz', precision: 3 },
  requestId: { name: 'request_id', type: 'text', nullable: true },
  listedEvents: { name: 'happened', type: 'jsonb' },
  eventCount: { name: 'total', type: 'integer' },
  changedAt: { name: 'changed_at', type: 'timestamptz', precision: 3 },
  isFinished: { name: 'is_finished', type: 'boolean' },
});
