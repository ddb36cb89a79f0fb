import { Table } from '#platform/database';
import { ClockMapping } from './storage/clock.mapping.js';

const clocks = new Table(ClockMapping);

/** Whether the clock of a tenant has real time; `tenantId` is a column expression. */
export const hasRealTime = (tenantId: string) =>
  `NOT EXISTS (SELECT FROM ${clocks.name} c WHERE c.tenant_id = ${tenantId} AND c.mode <> 'real')`;
