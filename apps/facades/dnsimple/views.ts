import { DomainName, extraFieldsOf } from '#domains';
import type { TldView } from '#domains/contract';
import { accountIdsOf, type Contact, type NumberedDomain, type NumberedOrder } from '#facades';
import { domainStatusOf } from '#orders';
import { Tenants } from '#tenancy';
import type { Visit } from '../shared/visit.js';

type Time = string | { toISOString(): string };

/** Whole seconds. */
const timeOf = (time: Time): string => `${(typeof time === 'string' ? time : time.toISOString()).slice(0, 19)}Z`;

const timesOf = (created: Time, updated: Time) => ({
  created_at: timeOf(created),
  updated_at: timeOf(updated),
});

export async function accountView(visit: Visit) {
  const { slug, createdAt, id } = await visit.get(Tenants).getBySlug(visit.tenant.slug);
  const account = { id: accountIdsOf({ id }).dnsimple, email: `${slug}@nameyard.invalid`, plan_identifier: 'sandbox' };
  return { ...account, ...timesOf(createdAt, createdAt) };
}

/** Generic TLDs (type 1); others of three letters or more are new ones (type 3), and those of two are countries (type 2). */
const GENERIC = ['biz', 'com', 'info', 'mobi', 'name', 'net', 'org', 'pro'];

const EVERY_TLD = { auto_renew_only: false, idn: true, registration_enabled: true, renewal_enabled: true };
const NO_TRUSTEE = { trustee_service_enabled: false, trustee_service_required: false };
const DNS = { dnssec_interface_type: 'ds', name_server_min: 2, name_server_max: 13 };

export function tldView({ tld, years, features }: TldView) {
  const tld_type = /(^|\.)[a-z]{2}$/.test(tld) ? 2 : GENERIC.includes(tld) ? 1 : 3;
  const privacy = { whois_privacy: features.includes('privacy'), transfer_enabled: features.includes('transfer') };
  return { tld, tld_type, ...privacy, minimum_registration: years.min, ...EVERY_TLD, ...DNS, ...NO_TRUSTEE };
}

export const extendedAttributes = ({ tld, required_owner_fields }: TldView) =>
  Object.entries(extraFieldsOf(tld)).map(([name, values]) => ({
    name,
    title: name,
    description: `Asked by the registry of .${tld}.`,
    required: required_owner_fields.includes(`extra.${name}`),
    options: values.map(value => ({ title: value, value, description: value })),
  }));

const BLANK = { label: '', job_title: '', organization_name: '', address2: '', fax: '' };

export const contactView = ({ id, tenantId, details, createdAt, updatedAt }: Contact) => {
  const account_id = accountIdsOf({ id: tenantId }).dnsimple;
  return { id, account_id, ...BLANK, ...details, ...timesOf(createdAt, updatedAt) };
};

export function domainView({ tenant }: Visit, row: NumberedDomain) {
  const { domain: name, status, auto_renew, privacy: private_whois, registered_at, expires_at } = row;
  return {
    id: row.number,
    account_id: accountIdsOf(tenant).dnsimple,
    registrant_id: row.contact,
    name,
    unicode_name: DomainName.parse(name).unicode,
    state: status === 'pending' ? 'hosted' : status,
    auto_renew,
    private_whois,
    trustee: false,
    expires_at: expires_at && timeOf(expires_at),
    expires_on: expires_at && expires_at.slice(0, 10),
    ...timesOf(registered_at, registered_at),
  };
}

const STATES = {
  registration: { pending: 'registering', action_required: 'registering', registered: 'registered', failed: 'failed' },
  transfer: { pending: 'transferring', action_required: 'transferring', registered: 'transferred', failed: 'failed' },
};

/** A paid order as a registration, a transfer or a renewal. */
export function orderView({ order, number: id, domainNumber: domain_id, contact: registrant_id }: NumberedOrder) {
  const { kind, years: period, settings, reason, createdAt, paidAt, refundedAt } = order;
  const times = timesOf(createdAt, refundedAt ?? paidAt!);
  if (kind === 'renewal') return { id, domain_id, period, state: 'renewed', ...times };
  const isCanceled = kind === 'transfer' && reason === 'canceled';
  const state = isCanceled ? 'cancelled' : STATES[kind][domainStatusOf(order)!];
  const options = { auto_renew: settings?.auto_renew ?? false, whois_privacy: settings?.privacy ?? false };
  const kindFields = kind === 'transfer' ? { status_description: reason } : { period };
  return { id, domain_id, registrant_id, state, ...options, trustee: false, ...kindFields, ...times };
}
