import { jsonObject, jsonTime, Table } from '#platform/database';
import { CURRENCIES } from './catalogue/currencies.js';
import {
  type AmountView,
  DomainRegistered,
  DomainRenewed,
  type OwnerView,
  type RegisteredDomain,
  type RenewedDomain,
} from './events/registrations.js';
import { VERIFICATION_DAYS } from './model/registration.js';
import { RegistrationMapping } from './storage/registration.mapping.js';

const registrations = new Table(RegistrationMapping);

/** Condition that the tenant has a registration of the domain, given as SQL expressions. */
export const isRegistered = ({ tenantId, domain }: { tenantId: string; domain: string }) =>
  `EXISTS (SELECT FROM domains.registrations registration
     WHERE registration.tenant_id = ${tenantId} AND registration.domain = ${domain})`;

/** Adds calendar years in UTC, so that time zones do not move the expiry; like `addYears` of the model. */
export const addYears = (time: string, years: string) =>
  `(${time} AT TIME ZONE 'UTC' + make_interval(years => ${years})) AT TIME ZONE 'UTC'`;

/**
 * INSERT that registers the domains of paid orders. Rows are ordered, so that concurrent statements lock them in the same order.
 * @param orders relation with the columns tenant_id, id, domain, tld, registered_at and expires_at
 */
export const registerDomains = (orders: string) =>
  `${registrations.insert({
    tenantId: 'tenant_id',
    domain: 'domain',
    tld: 'tld',
    orderId: 'id',
    registeredAt: 'registered_at',
    expiresAt: 'expires_at',
  })} FROM ${orders} ORDER BY tenant_id, domain`;

/**
 * INSERT that reserves the domains of paid orders until the registry decides. They have no registered_at and expires_at, so that
 * most lists omit them; their primary key prevents a second registration.
 * @param orders relation with the columns tenant_id, id, domain and tld
 */
export const reserveDomains = (orders: string) =>
  `${registrations.insert({ tenantId: 'tenant_id', domain: 'domain', tld: 'tld', orderId: 'id' })} FROM ${orders}`;

/** SELECT of the IDs of the undecided orders of a tenant (`:tenant`), which reserve domains. */
export const RESERVING_ORDERS =
  'SELECT order_id FROM domains.registrations WHERE tenant_id = :tenant AND registered_at IS NULL';

/** Time until a domain with an unverified email address is suspended. In hours, because daylight saving changes days. */
export const VERIFICATION_TIME = `interval '${24 * VERIFICATION_DAYS} hours'`;

/** Condition that the email address of an owner (jsonb) is unverified and the TLD requires a verified one; like `isUnverified` of the model. */
export const isUnverified = (owner: string, tld: string) =>
  `(coalesce(lower(${owner} ->> 'email') LIKE 'unverified%', false) AND ${tld} ~ '[^.]{3,}$')`;

/**
 * UPDATE that registers the reserved domains of decided orders, with the settings that were sent with the orders.
 * @param orders relation of decided orders; registered_at and expires_at are set if the order is registered
 */
export const registerReserved = (orders: string) =>
  `UPDATE domains.registrations reserved SET registered_at = ${orders}.registered_at, expires_at = ${orders}.expires_at,
     nameservers = ${orders}.settings -> 'nameservers',
     locked = coalesce((${orders}.settings ->> 'locked')::boolean, true),
     auto_renew = coalesce((${orders}.settings ->> 'auto_renew')::boolean, false),
     privacy = coalesce((${orders}.settings ->> 'privacy')::boolean, false),
     verification_due_at = CASE WHEN ${isUnverified(`${orders}.owner`, `${orders}.tld`)}
       THEN ${orders}.registered_at + ${VERIFICATION_TIME} END
   FROM ${orders} WHERE ${orders}.domain_status = 'registered' AND reserved.tenant_id = ${orders}.tenant_id
     AND reserved.domain = ${orders}.domain AND reserved.order_id = ${orders}.id AND reserved.registered_at IS NULL`;

/** DELETE of the reservations of failed orders. */
export const releaseReservations = (orders: string) =>
  `DELETE FROM domains.registrations reserved USING ${orders}
   WHERE ${orders}.domain_status = 'failed' AND reserved.tenant_id = ${orders}.tenant_id
     AND reserved.domain = ${orders}.domain AND reserved.order_id = ${orders}.id AND reserved.registered_at IS NULL`;

/**
 * UPDATE of registrations of a tenant (`:tenant`).
 * @param changes relation with the columns domain, expires_at (NULL to keep it) and suspended (false to keep it)
 */
export const changeRegistrations = (changes: string) =>
  `UPDATE domains.registrations registration
   SET expires_at = coalesce(change.expires_at, registration.expires_at), suspended = registration.suspended OR change.suspended
   FROM ${changes} change WHERE registration.tenant_id = :tenant AND registration.domain = change.domain`;

/**
 * UPDATE that moves the expiry of the registrations that paid orders renew.
 * @param orders relation with the columns tenant_id, domain, expires_at, and renews: the ID of the order that
 *   made the registration, or '' if none did
 */
export const renewDomains = (orders: string) =>
  `UPDATE domains.registrations registration SET expires_at = ${orders}.expires_at FROM ${orders}
   WHERE registration.tenant_id = ${orders}.tenant_id AND registration.domain = ${orders}.domain
     AND coalesce(registration.order_id, '') = ${orders}.renews`;

interface EventSources {
  /** Alias of the paid order. */
  order: string;
  /** Expression for the slug of the tenant. */
  tenantSlug: string;
}

const DECIMALS = Object.entries(CURRENCIES).map(([currency, { decimals }]) => `WHEN '${currency}' THEN ${decimals}`);

/** Amount in units of the currency, without trailing zeros; like `toDecimal`. */
const decimal = (minor: string, currency: string) =>
  `trim_scale(${minor} / power(10::numeric, CASE ${currency} ${DECIMALS.join(' ')} END))`;

/** Amount in an event as JSON, of the order with this alias. */
export const amountOf = (order: string) =>
  jsonObject<AmountView>({ currency: `${order}.currency`, total: decimal(`${order}.total`, `${order}.currency`) });

/** Data of `domain.registered` and `domain.transferred_in`. */
export const registeredData = ({ order, tenantSlug }: EventSources) =>
  jsonObject<RegisteredDomain>({
    order_id: `${order}.id`,
    domain: `${order}.domain`,
    tld: `${order}.tld`,
    years: `${order}.years`,
    status: `'registered'`,
    registered_at: jsonTime(`${order}.registered_at`),
    expires_at: jsonTime(`${order}.expires_at`),
    amount: amountOf(order),
    owner: jsonObject<OwnerView>({ email: `${order}.owner ->> 'email'` }),
    tenant: tenantSlug,
  });

/** Kind and data of `domain.registered`, for `recordEvents`. */
export const domainRegistered = (sources: EventSources) => ({
  kind: DomainRegistered,
  data: registeredData(sources),
});

/** Kind and data of `domain.renewed`, for `recordEvents`. `previousExpiry` is an expression. */
export const domainRenewed = ({ order, tenantSlug, previousExpiry }: EventSources & { previousExpiry: string }) => ({
  kind: DomainRenewed,
  data: jsonObject<RenewedDomain>({
    order_id: `${order}.id`,
    domain: `${order}.domain`,
    tld: `${order}.tld`,
    years: `${order}.years`,
    status: `'registered'`,
    registered_at: jsonTime(`${order}.registered_at`),
    previous_expires_at: jsonTime(previousExpiry),
    expires_at: jsonTime(`${order}.expires_at`),
    amount: amountOf(order),
    tenant: tenantSlug,
  }),
});

/** DELETE of up to `:limit` registrations of a tenant (`:tenant`) that have no order. */
export const REMOVE_ORDERLESS_REGISTRATIONS = `DELETE FROM domains.registrations WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM domains.registrations WHERE tenant_id = :tenant AND order_id IS NULL LIMIT :limit))`;

/**
 * DELETE of the registrations of a tenant (`:tenant`) that belong to orders.
 * @param orders relation with the columns id and domain
 */
export const removeRegistrationsOf = (orders: string) =>
  `DELETE FROM domains.registrations registration USING ${orders} removed_order
   WHERE registration.tenant_id = :tenant AND registration.domain = removed_order.domain
     AND registration.order_id = removed_order.id
   RETURNING registration.registered_at`;
