import { beginsWith, Conditions, type Database, type Executor, Statement } from '#platform/database';
import { normalizeSearchTerm } from '#platform/model';
import type { DomainStatus, OrderStatus, Owner, RegistrationSettings } from '#orders/contract';
import { LIVE_STATES, type LiveState } from '../contract.js';
import type { CallRecord } from '../registrar-calls.js';
import type { Failure, Purchase, Step } from '../model/purchase.js';

/** An order at the registrar, with its purchase. */
export interface LiveOrder extends Purchase {
  id: string;
  tenantId: string;
  domain: string;
  tld: string;
  owner: Owner;
  privacy: boolean;
  settings: RegistrationSettings | null;
  status: OrderStatus;
  domainStatus: DomainStatus | null;
  failure: Failure | null;
  createdAt: Date;
  paidAt: Date | null;
  /** Time of the outcome. */
  endedAt: Date | null;
  registeredAt: Date | null;
  expiresAt: Date | null;
  /** Data of the checkout: the payment reference, the slug of the tenant, the request ID and the W3C trace context. */
  reference: string | null;
  slug: string | null;
  requestId: string | null;
  traceparent: string | null;
  /** The next step; null without a purchase. */
  step: Step | null;
  dueAt: Date | null;
  /** Token of the process that works on the order. */
  lease: string | null;
  leasedUntil: Date | null;
  /** Accepted price of a premium domain; null for other domains. */
  premiumPrice: number | null;
  /** ID of the registration or renewal at the registrar. */
  registrarId: string | null;
  /** Why an operator must decide; null unless the order is stuck. */
  stuck: string | null;
}

const COLUMNS = `id, tenant_id AS "tenantId", kind, domain, tld, years, total, owner, privacy, settings, status,
  domain_status AS "domainStatus", failure, created_at AS "createdAt", paid_at AS "paidAt", ended_at AS "endedAt",
  registered_at AS "registeredAt", expires_at AS "expiresAt", reference, slug, request_id AS "requestId", traceparent, step,
  due_at AS "dueAt", lease, leased_until AS "leasedUntil", contact, expires_before AS "expiresBefore",
  premium_price AS "premiumPrice", submissions, submitted_at AS "submittedAt", registrar_id AS "registrarId", refusal,
  looks AS repetitions, missing_since AS "missingSince", stuck`;

export type NewLiveOrder = Pick<
  LiveOrder,
  'id' | 'tenantId' | 'kind' | 'domain' | 'tld' | 'years' | 'total' | 'owner' | 'privacy' | 'settings' | 'createdAt'
>;

export const insertOrder = new Statement<never, NewLiveOrder>(
  'live-orders.insert',
  `INSERT INTO registrar.orders (id, tenant_id, kind, domain, tld, years, total, owner, privacy, settings, created_at)
   VALUES (:id, :tenantId, :kind, :domain, :tld, :years, :total, :owner::jsonb, :privacy, :settings::jsonb, :createdAt)`,
);

type Key = { tenant: string; id: string };

export const findOrder = new Statement<LiveOrder, Key>(
  'live-orders.find',
  `SELECT ${COLUMNS} FROM registrar.orders WHERE tenant_id = :tenant AND id = :id`,
);

export const findOrderForUpdate = new Statement<LiveOrder, Key>(
  'live-orders.find-for-update',
  `SELECT ${COLUMNS} FROM registrar.orders WHERE tenant_id = :tenant AND id = :id FOR UPDATE`,
);

/** The order that was paid with a reference. */
export const findByReference = new Statement<{ id: string }, { tenant: string; reference: string }>(
  'live-orders.by-reference',
  'SELECT id FROM registrar.orders WHERE tenant_id = :tenant AND reference = :reference',
);

export const findUnfinished = new Statement<{ id: string }, { domain: string }>(
  'live-orders.unfinished',
  `SELECT id FROM registrar.orders WHERE domain = :domain AND domain_status = 'pending'`,
);

/** Marks an order as paid, and its purchase as due. */
export const payOrder = new Statement<
  never,
  Key & { reference: string; slug: string; request: string; traceparent: string | null; now: Date }
>(
  'live-orders.pay',
  `UPDATE registrar.orders SET status = 'paid', domain_status = 'pending', paid_at = :now, reference = :reference,
     slug = :slug, request_id = :request, traceparent = :traceparent, due_at = :now,
     step = CASE kind WHEN 'renewal' THEN 'look' ELSE 'mark' END
   WHERE tenant_id = :tenant AND id = :id`,
);

interface Filter {
  before?: string | undefined;
  status?: OrderStatus | undefined;
  kind?: string | undefined;
  domain_status?: DomainStatus | undefined;
  domain?: string | undefined;
  owner?: string | undefined;
}

const OWNER_TEXT = `lower(concat_ws(' ', owner ->> 'first_name', owner ->> 'last_name', owner ->> 'email'))`;

/** The orders of a tenant, newest first. */
export function listOrders(
  database: Database,
  tenantId: string,
  { before, status, kind, domain_status, domain, owner }: Filter,
  limit: number,
): Promise<LiveOrder[]> {
  const query = new Conditions();
  query.add(`tenant_id = ${query.addParameter(tenantId)}`);
  query.addIfDefined(before, id => `id < ${id}`);
  query.addIfDefined(status, parameter => `status = ${parameter}`);
  query.addIfDefined(kind, parameter => `kind = ${parameter}`);
  query.addIfDefined(domain_status, parameter => `domain_status = ${parameter}`);
  query.addIfDefined(domain && normalizeSearchTerm(domain), start => beginsWith('domain', start));
  query.addIfDefined(owner?.trim().toLowerCase(), text => `strpos(${OWNER_TEXT}, ${text}) > 0`);
  const limited = query.addParameter(limit);
  return query.run(
    database,
    `SELECT ${COLUMNS} FROM registrar.orders WHERE ${query} ORDER BY id DESC LIMIT ${limited}`,
  );
}

/** Leases due purchases for this process, including purchases whose lease has expired. */
export const claimDue = new Statement<LiveOrder, { lease: string; now: Date; until: Date; limit: number }>(
  'live-orders.claim-due',
  `UPDATE registrar.orders SET lease = :lease, leased_until = :until
   WHERE id IN (
     SELECT id FROM registrar.orders
     WHERE domain_status = 'pending' AND step <> 'stuck' AND due_at <= :now AND (leased_until IS NULL OR leased_until <= :now)
     ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED
   )
   RETURNING ${COLUMNS}`,
);

const update = new Statement<LiveOrder, LiveOrder & { currentLease: string }>(
  'live-orders.update',
  `UPDATE registrar.orders SET step = :step, due_at = :dueAt, lease = :lease, leased_until = :leasedUntil, contact = :contact,
     expires_before = :expiresBefore, premium_price = :premiumPrice, submissions = :submissions, submitted_at = :submittedAt,
     registrar_id = :registrarId, refusal = :refusal::jsonb, looks = :repetitions, missing_since = :missingSince, stuck = :stuck,
     status = :status, domain_status = :domainStatus, failure = :failure::jsonb, ended_at = :endedAt,
     registered_at = :registeredAt, expires_at = :expiresAt
   WHERE id = :id AND lease = :currentLease AND domain_status = 'pending' RETURNING ${COLUMNS}`,
);

/** Stores an order if `lease` is still its lease; returns undefined if another process has leased the order. */
export const storeOrder = (executor: Executor, order: LiveOrder, lease: string): Promise<LiveOrder | undefined> =>
  update.first(executor, { ...order, currentLease: lease });

const STATE = `CASE WHEN step = 'stuck' THEN 'stuck' ELSE coalesce(domain_status, 'created') END`;

export type LiveOrderWithState = LiveOrder & { state: LiveState };

/** At most 1,000 orders in the given states, of one tenant or all, oldest first. */
export const listInStates = new Statement<LiveOrderWithState, { states: readonly LiveState[]; tenant: string | null }>(
  'live-orders.in-states',
  `SELECT ${COLUMNS}, ${STATE} AS state FROM registrar.orders
   WHERE ${STATE} = ANY(:states::text[]) AND (:tenant::text IS NULL OR tenant_id = :tenant) ORDER BY id LIMIT 1000`,
);

/** A page of orders in the given states, of one tenant or all, newest first. */
export const listPage = new Statement<
  LiveOrderWithState,
  { states: readonly LiveState[]; tenant: string | null; before: string | null; limit: number }
>(
  'live-orders.stated',
  `SELECT ${COLUMNS}, ${STATE} AS state FROM registrar.orders
   WHERE ${STATE} = ANY(:states::text[]) AND (:tenant::text IS NULL OR tenant_id = :tenant)
     AND (:before::text IS NULL OR id < :before)
   ORDER BY id DESC LIMIT :limit`,
);

export const findTenant = new Statement<{ tenantId: string }, { id: string }>(
  'live-orders.tenant',
  'SELECT tenant_id AS "tenantId" FROM registrar.orders WHERE id = :id',
);

/** A stored call of a step. */
interface StoredCall {
  step: string;
  attempt: number;
  call: string;
  at: Date;
  ms: number;
  status: number | null;
  request_id: string | null;
  error: string | null;
}

/** The calls for an order, oldest first. */
export const listCalls = new Statement<StoredCall, { id: string }>(
  'live-orders.calls',
  `SELECT step, attempt, call, at, ms, status, request_id, error FROM registrar.steps
   WHERE order_id = :id ORDER BY id`,
);

const count = new Statement<{ state: LiveState; count: number }, Record<string, never>>(
  'live-orders.count-by-state',
  `SELECT ${STATE} AS state, count(*)::int AS count FROM registrar.orders GROUP BY 1`,
);

/** The number of orders in each state, also in states without orders. */
export async function countByState(executor: Executor): Promise<[LiveState, number][]> {
  const counts = new Map((await count.run(executor, {})).map(row => [row.state, row.count]));
  return LIVE_STATES.map(state => [state, counts.get(state) ?? 0]);
}

/** When the oldest order without an outcome was paid. */
export const findOldestUnfinished = new Statement<{ paidAt: Date | null }, Record<string, never>>(
  'live-orders.oldest-unfinished',
  `SELECT min(paid_at) AS "paidAt" FROM registrar.orders WHERE domain_status = 'pending'`,
);

/** Leases a stuck order until the end of the transaction. */
export const claimStuck = new Statement<LiveOrder, { id: string; lease: string }>(
  'live-orders.claim-stuck',
  `UPDATE registrar.orders SET lease = :lease WHERE id = :id AND domain_status = 'pending' AND step = 'stuck'
   RETURNING ${COLUMNS}`,
);

const insertCall = new Statement<never, CallRecord & { id: string; step: string; submissions: number }>(
  'live-orders.step',
  `INSERT INTO registrar.steps (order_id, step, attempt, call, at, ms, status, request_id, error)
   VALUES (:id, :step, :submissions, :call, :at, :ms, :status, :requestId, :error)`,
);

/** Stores the calls of a step. */
export async function insertCalls(
  executor: Executor,
  { id, submissions }: LiveOrder,
  step: string,
  calls: CallRecord[],
): Promise<void> {
  for (const call of calls) await insertCall.run(executor, { id, step, submissions, ...call });
}
