import { BatchedStatement } from '#platform/database';
import { OUTBOX_COLUMNS } from '#platform/events';
import { CLAIM_COLUMNS } from '#platform/idempotency';
import { REGISTER } from '#domains';
import { DomainRegistered, type RegistrationFacts } from '#domains/contract';
import { FREE_TO_PAY, MARK_PAID } from '#orders';

export interface SettledRow {
  order_id: string;
  domain: string;
  registered_at: Date;
  expires_at: Date;
}

export type SettleValues = {
  tenant_id: string;
  slug: string;
  order_id: string;
  reference: string;
  method: string;
  event: string;
  now: Date;
  endpoint: string | undefined;
  key: string | undefined;
  fingerprint: string | undefined;
};

const CLAIM = `INSERT INTO ${CLAIM_COLUMNS}
  SELECT paid.tenant_id, endpoint, key, fingerprint, id, paid_at FROM paid JOIN asked USING (number)
  WHERE key IS NOT NULL ORDER BY 1, 2, 3`;

const TAKE_PAYMENT = `INSERT INTO checkout.payments (tenant_id, reference, order_id, method, currency, total, paid_at)
  SELECT paid.tenant_id, reference, id, method, currency, total, paid_at FROM paid JOIN asked USING (number)
  ORDER BY 1, 2`;

/** The members of the event's payload and where each one comes from. */
const FACTS: Record<keyof RegistrationFacts, string> = {
  order_id: 'paid.id',
  domain: 'paid.domain',
  tld: 'paid.tld',
  years: 'paid.years',
  registered_at: 'registered.registered_at',
  expires_at: 'registered.expires_at',
  currency: 'paid.currency',
  total: 'paid.total',
  owner_email: `paid.owner ->> 'email'`,
  tenant: 'asked.slug',
};

const PAYLOAD = Object.entries(FACTS)
  .map(([member, source]) => `'${member}', ${source}`)
  .join(', ');

const ANNOUNCE = `INSERT INTO ${OUTBOX_COLUMNS}
  SELECT event, '${DomainRegistered.type}', paid.tenant_id, paid.id, paid_at, paid_at, jsonb_build_object(${PAYLOAD})
  FROM paid JOIN registered ON registered.order_id = paid.id JOIN asked USING (number) ORDER BY number`;

/**
 * Order, payment, registration and event in one statement: all of it happens or none. No row means that the order
 * was not open; a broken unique constraint, that the name, the reference or the idempotency key was taken first.
 */
export const settle = new BatchedStatement<SettledRow, SettleValues>(
  'checkout.settle',
  {
    tenant_id: 'text',
    slug: 'text',
    order_id: 'text',
    reference: 'text',
    method: 'text',
    event: 'text',
    now: 'timestamptz',
    endpoint: 'text',
    key: 'text',
    fingerprint: 'text',
  },
  `paid AS (${MARK_PAID}),
   claim AS (${CLAIM}),
   payment AS (${TAKE_PAYMENT}),
   registered AS (${REGISTER}),
   announced AS (${ANNOUNCE})
   SELECT number, paid.id AS order_id, paid.domain, registered_at, expires_at
   FROM paid JOIN registered ON registered.order_id = paid.id`,
  FREE_TO_PAY,
);
