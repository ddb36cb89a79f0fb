import type { Sandbox } from './sandbox.js';

const COPY = `INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
  SELECT epoch, id || '-' || n, type, tenant_id, key || '-' || n, occurred_at, recorded_at, context,
    replace(body, body::jsonb #>> '{data,domain}', 'copy-' || n || '.com')
  FROM platform.events, generate_series(1, $2::int) AS n WHERE tenant_id = $1 ORDER BY n`;

/** Copies the tenant's only registration event `count` times, for `copy-1.com`, `copy-2.com` and so on. */
export const copyRegistrations = (sandbox: Sandbox, tenantId: string, count: number) =>
  sandbox.rows(COPY, [tenantId, count]);
