/** SQL expressions for the columns of an event, over the rows of `from`. */
interface EventColumns {
  id: string;
  type: string;
  tenantId: string;
  key: string;
  occurredAt: string;
  payload: string;
  /** The order in which the events are recorded. */
  orderBy: string;
}

/** INSERT that records one event per row of `from`. It is part of the statement that has the effect. */
export const recordEvents = (from: string, { id, type, tenantId, key, occurredAt, payload, orderBy }: EventColumns) =>
  `INSERT INTO platform.outbox (id, type, tenant_id, key, occurred_at, due_at, payload)
   SELECT ${id}, '${type}', ${tenantId}, ${key}, ${occurredAt}, ${occurredAt}, ${payload}
   FROM ${from} ORDER BY ${orderBy}`;
