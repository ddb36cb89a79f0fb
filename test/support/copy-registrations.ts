import type { Sandbox } from './sandbox.js';

const COPY = `INSERT INTO platform.outbox (id, type, tenant_id, key, occurred_at, due_at, payload)
  SELECT id || '-' || n, type, tenant_id, key || '-' || n, occurred_at, due_at,
    payload || jsonb_build_object('domain', 'copy-' || n || '.com')
  FROM platform.outbox, generate_series(1, $2::int) AS n WHERE tenant_id = $1`;

/** Copies the tenant's only registration event `count` times, for `copy-1.com`, `copy-2.com` and so on. */
export const copyRegistrations = (sandbox: Sandbox, tenantId: string, count: number) =>
  sandbox.rows(COPY, [tenantId, count]);
