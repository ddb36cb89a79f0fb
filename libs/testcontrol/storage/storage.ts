import { mappingOf, type Storage } from '#platform/database';
import { ClockChangeMapping } from './clock-change.mapping.js';
import { FaultRuleMapping } from './fault-rule.mapping.js';
import { FAULTS_TOPIC } from './fault-rules.js';
import * as migrations from './migrations/index.js';
import { Exploration } from '../model/exploration.js';

const DAY_MS = 86_400_000;

const ExplorationMapping = mappingOf(Exploration, 'testcontrol.explorations', {
  tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'explorations_pkey' },
  id: { type: 'text', primary: true, primaryKeyConstraintName: 'explorations_pkey' },
  summary: { type: 'jsonb' },
  report: { type: 'jsonb' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
});

export const testControlStorage: Storage = {
  schema: 'testcontrol',
  entities: [ClockChangeMapping, ExplorationMapping, FaultRuleMapping],
  migrations: Object.values(migrations),
  tenantRows: [
    { table: 'testcontrol.clock_changes', isActive: true },
    { table: 'testcontrol.explorations' },
    { table: 'testcontrol.faults', cached: { topic: FAULTS_TOPIC, key: 'tenant_id' } },
  ],
  retention: [
    // Kept longer than the idempotency keys that refer to clock changes.
    { table: 'testcontrol.clock_changes', old: 'is_finished AND changed_at < $1', afterMs: 2 * DAY_MS },
    { table: 'testcontrol.explorations', old: 'created_at < $1', afterMs: 90 * DAY_MS },
    { table: 'testcontrol.faults', old: 'expires_at < $1', afterMs: DAY_MS },
  ],
};
