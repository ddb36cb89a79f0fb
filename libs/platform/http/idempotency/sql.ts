import type { IdempotentRequest } from './idempotent-request.js';

const KEYS = 'platform.idempotency_keys';

/** Columns of the CTE `request` of a `BatchedStatement` that `claimKeys` stores, with their types. */
export const KEY_COLUMNS = { endpoint: 'text', key: 'text', fingerprint: 'text' };

/** The values of `KEY_COLUMNS`; undefined without an idempotency key. */
export const keyValues = ({ endpoint, key, fingerprint }: Partial<IdempotentRequest> = {}) => ({
  endpoint,
  key,
  fingerprint,
});

/** SQL expressions for the result that belongs to an idempotency key, evaluated for each row of `from`. */
interface Claim {
  tenantId: string;
  /** ID of the result. */
  subject: string;
  at: string;
  /** Condition for the rows. Rows without a key are always omitted. */
  where?: string;
}

/** INSERT that claims the idempotency keys of the rows of `from`, which has the columns of `KEY_COLUMNS`. */
export const claimKeys = (from: string, { tenantId, subject, at, where = 'true' }: Claim) =>
  `INSERT INTO ${KEYS} (tenant_id, endpoint, key, fingerprint, subject, created_at)
   SELECT ${tenantId}, endpoint, key, fingerprint, ${subject}, ${at} FROM ${from}
   WHERE key IS NOT NULL AND ${where} ORDER BY 1, 2, 3`;

/** Condition for the keys of calls that are not live. The results of live calls are not data of the sandbox. */
export const IS_NOT_LIVE = `endpoint NOT LIKE '/api/v1/registrar/%'`;

/**
 * DELETE of up to `:limit` idempotency keys of a tenant (`:tenant`) whose results no longer exist, or that have none, except
 * those of live calls.
 */
export const removeKeys = ({ isGone }: { isGone: (subject: string) => string }) =>
  `DELETE FROM ${KEYS} WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM ${KEYS} WHERE tenant_id = :tenant AND ${IS_NOT_LIVE} AND (subject IS NULL OR ${isGone('subject')})
     LIMIT :limit))`;

/** DELETE of all idempotency keys of the tenant with the ID $1, except those of live calls. */
export const REMOVE_SANDBOX_KEYS = `DELETE FROM ${KEYS} WHERE tenant_id = $1 AND ${IS_NOT_LIVE}`;
