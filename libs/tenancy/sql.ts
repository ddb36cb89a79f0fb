import { Table } from '#platform/database';
import { ClockMapping } from './storage/clock.mapping.js';

/** The ID of the permanent tenant that a tenant belongs to: its own ID, or its parent's; `tenantId` is an expression. */
export const permanentTenantOf = (tenantId: string) =>
  `coalesce((SELECT t.parent_id FROM tenancy.tenants t WHERE t.id = ${tenantId}), ${tenantId})`;

/** Whether a tenant or its parent is suspended; `tenantId` is an expression. */
export const isSuspended = (tenantId: string) =>
  `EXISTS (SELECT FROM tenancy.tenants t JOIN tenancy.tenants p ON p.id = coalesce(t.parent_id, t.id)
     WHERE t.id = ${tenantId} AND p.suspended_at IS NOT NULL)`;

const clocks = new Table(ClockMapping);

/** Whether payments are dated by real time without locking the clock of a tenant; `tenantId` is a column expression. */
export const mayUseRealTime = (tenantId: string) =>
  `NOT EXISTS (SELECT FROM ${clocks.name} c
     WHERE c.tenant_id = ${tenantId} AND (c.mode <> 'real' OR c.locked_since IS NOT NULL))`;
