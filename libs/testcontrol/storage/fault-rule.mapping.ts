import { mappingOf } from '#platform/database';
import { FaultRule } from '../model/fault-rule.js';

export const FaultRuleMapping = mappingOf(FaultRule, 'testcontrol.faults', {
  tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'faults_pkey' },
  id: { type: 'text', primary: true, primaryKeyConstraintName: 'faults_pkey' },
  operation: { type: 'text', nullable: true },
  event: { type: 'text', nullable: true },
  domain: { type: 'text', nullable: true },
  fault: { type: 'jsonb' },
  times: { type: 'integer' },
  skip: { type: 'integer' },
  seen: { type: 'integer' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3 },
});
