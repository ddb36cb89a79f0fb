import { CLAIM_COLUMNS, OUTBOX_COLUMNS, Statement } from '#platform';
import { REGISTER } from '#domains';
import { DomainRegistered, type RegistrationFacts } from '#domains/contract';
import { MARK_PAID } from '#orders';

export interface SettledRow {
  order_id: string;
  domain: string;
  registered_at: Date;
  expires_at: Date;
}

export type SettleValues = {
  tenant: string;
  slug: string;
  order: string;
  reference: string;
  method: string;
  event: string;
  now: Date;
};

type ClaimValues = { endpoint: string; key: string; fingerprint: string };

const TAKE_PAYMENT = `INSERT INTO checkout.payments (tenant_id, reference, order_id, method, currency, total, paid_at)
  SELECT tenant_id, :reference::text, id, :method::text, currency, total, :now::timestamptz FROM paid`;

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
  tenant: ':slug::text',
};

const PAYLOAD = Object.entries(FACTS)
  .map(([member, source]) => `'${member}', ${source}`)
  .join(', ');

const ANNOUNCE = `INSERT INTO ${OUTBOX_COLUMNS}
  SELECT :event::text, '${DomainRegistered.type}', paid.tenant_id, paid.id, :now::timestamptz, :now::timestamptz,
    jsonb_build_object(${PAYLOAD})
  FROM paid, registered`;

const CLAIM = `claim AS (INSERT INTO ${CLAIM_COLUMNS}
  SELECT tenant_id, :endpoint::text, :key::text, :fingerprint::text, id, :now::timestamptz FROM paid),`;

/**
 * Order, payment, registration and event in one statement: all of it happens or none. No row means that the order
 * was not open; a broken unique constraint, that the name, the reference or the idempotency key was taken first.
 */
const settleSql = (claim: string) => `WITH
  paid AS (${MARK_PAID}), ${claim}
  payment AS (${TAKE_PAYMENT}),
  registered AS (${REGISTER}),
  announced AS (${ANNOUNCE})
  SELECT paid.id AS order_id, paid.domain, registered.registered_at, registered.expires_at FROM paid, registered`;

export const settle = new Statement<SettledRow, SettleValues>('checkout.settle', settleSql(''));

export const settleOnce = new Statement<SettledRow, SettleValues & ClaimValues>(
  'checkout.settle-once',
  settleSql(CLAIM),
);
