import { type Executor, Statement } from '#platform/database';

type SwitchOffValues = { id: string; reason: string; since: Date | null; now: Date };

const switchOff = new Statement<{ url: string; tenantId: string }, SwitchOffValues>(
  'webhooks.switch-off',
  `UPDATE webhooks.receivers SET state = 'off', off_reason = :reason, off_at = :now
   WHERE id = :id AND state = 'on' AND (:since::timestamptz IS NULL OR failing_since = :since)
   RETURNING url, tenant_id AS "tenantId"`,
);

/**
 * Switches off a receiver that is on; with `since`, only if it has been failing since that time. Returns its URL and
 * tenant, or undefined if nothing changed.
 */
export async function switchOffReceiver(
  executor: Executor,
  values: SwitchOffValues,
): Promise<{ url: string; tenantId: string } | undefined> {
  const [row] = await switchOff.run(executor, values);
  return row;
}
