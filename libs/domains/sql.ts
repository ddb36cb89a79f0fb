import { jsonObject, jsonTime, Table } from '#platform/database';
import { CURRENCIES } from './catalogue/currencies.js';
import {
  type AmountView,
  DomainRegistered,
  type OwnerView,
  type RegisteredDomain,
} from './events/domain-registered.js';
import { RegistrationMapping } from './storage/registration.mapping.js';

const registrations = new Table(RegistrationMapping);

/** Whether the tenant has registered the domain; both are column expressions. */
export const isRegistered = ({ tenantId, domain }: { tenantId: string; domain: string }) =>
  `EXISTS (SELECT FROM domains.registrations r WHERE r.tenant_id = ${tenantId} AND r.domain = ${domain})`;

/**
 * INSERT that registers the domains of paid orders and returns `order_id`, `registered_at` and `expires_at`. Years are
 * added in UTC, so that time zones do not move the expiry. Rows are ordered, so that concurrent statements lock them in
 * the same order.
 * @param orders relation with the columns tenant_id, id, domain, tld, years and paid_at
 */
export const registerDomains = (orders: string) =>
  `${registrations.insert({
    tenantId: 'tenant_id',
    domain: 'domain',
    tld: 'tld',
    orderId: 'id',
    registeredAt: 'paid_at',
    expiresAt: `(paid_at AT TIME ZONE 'UTC' + make_interval(years => years)) AT TIME ZONE 'UTC'`,
  })} FROM ${orders} ORDER BY tenant_id, domain RETURNING order_id, registered_at, expires_at`;

interface RegistrationSources {
  /** Alias of the paid order. */
  order: string;
  /** Alias of a row that `registerDomains` returned. */
  registration: string;
  /** Expression for the slug of the tenant. */
  tenantSlug: string;
}

const DECIMALS = Object.entries(CURRENCIES).map(([currency, { decimals }]) => `WHEN '${currency}' THEN ${decimals}`);

/** Amount in units of the currency, without trailing zeros; like `toDecimal`. */
const decimal = (minor: string, currency: string) =>
  `trim_scale(${minor} / power(10::numeric, CASE ${currency} ${DECIMALS.join(' ')} END))`;

/** Kind and data of `domain.registered`, for `recordEvents`. */
export const domainRegistered = ({ order, registration, tenantSlug }: RegistrationSources) => ({
  kind: DomainRegistered,
  data: jsonObject<RegisteredDomain>({
    order_id: `${order}.id`,
    domain: `${order}.domain`,
    tld: `${order}.tld`,
    years: `${order}.years`,
    status: `'registered'`,
    registered_at: jsonTime(`${registration}.registered_at`),
    expires_at: jsonTime(`${registration}.expires_at`),
    amount: jsonObject<AmountView>({
      currency: `${order}.currency`,
      total: decimal(`${order}.total`, `${order}.currency`),
    }),
    owner: jsonObject<OwnerView>({ email: `${order}.owner ->> 'email'` }),
    tenant: tenantSlug,
  }),
});

/**
 * DELETE of the registrations of a tenant (`:tenant`) that belong to orders.
 * @param orders relation with the columns id and domain
 */
export const removeRegistrations = (orders: string) =>
  `DELETE FROM domains.registrations r USING ${orders} o
   WHERE r.tenant_id = :tenant AND r.domain = o.domain AND r.order_id = o.id RETURNING r.order_id`;
