import { EntitySchema } from 'typeorm';
import { Exploration } from '../model/exploration.js';

export const ExplorationMapping = new EntitySchema<Exploration>({
  name: 'Exploration',
  target: Exploration,
  schema: 'testcontrol',
  tableName: 'explorations',
  columns: {
    tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'explorations_pkey' },
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'explorations_pkey' },
    summary: { type: 'jsonb' },
    report: { type: 'jsonb' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  },
});
