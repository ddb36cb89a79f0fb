import { DomainName } from '#domains';
import type { SearchResult, TldView } from '#domains/contract';
import { accountIdsOf, attributesOf, CONTACT_FIELDS, dateOf, kindOf, Page, timeOf, timesOf } from '#facades';
import type { DomainWithNumber, OrderWithNumber, Registrant } from '#facades';
import { isCanceled } from '#orders';
import { Tenants } from '#tenancy';
import type { Format } from '../shared/serve-facade.js';
import type { Visit } from '../shared/visit.js';

export const answerOf: Format['answerOf'] = result => {
  if (!(result instanceof Page)) return { data: result };
  const { rows: data, total: total_entries, offset, limit: per_page } = result;
  const pages = { current_page: offset / per_page + 1, per_page, total_pages: Math.ceil(total_entries / per_page) };
  return { data, pagination: { ...pages, total_entries } };
};

const PRICE_FIELDS = { max_amount: 'premium_price', total: 'premium_price' };
const PURCHASE_FIELDS = { extra: 'extended_attributes', privacy: 'whois_privacy', years: 'period' };
const FIELDS: Record<string, string> = { ...CONTACT_FIELDS, ...PRICE_FIELDS, ...PURCHASE_FIELDS };

/** DNSimple's name of a field of our API, without the names of the enclosing objects. */
function fieldOf(path: string): string {
  const member = path.split('.').findLast(part => !/^\d+$/.test(part)) ?? path;
  return FIELDS[member] ?? member;
}

export const failureOf: Format['failureOf'] = (status, { message, details = [] }) => {
  const errors: Record<string, string[]> = {};
  for (const { field, message } of details) (errors[fieldOf(field)] ??= []).push(message);
  const named = details.reduce((text, { field }) => text.replace(field, fieldOf(field)), message);
  return [status === 409 || status === 422 ? 400 : status, { message: named, ...(details.length > 0 && { errors }) }];
};

export async function accountView(visit: Visit) {
  const { slug, name, createdAt, id } = await visit.get(Tenants).getBySlug(visit.tenant.slug);
  const account = { id: accountIdsOf({ id }).dnsimple, email: `${slug}@nameyard.invalid`, name };
  return { ...account, plan_identifier: 'sandbox', ...timesOf(createdAt) };
}

const TLD_TYPES = { generic: 1, country: 2, new: 3 };
const EVERY_TLD = { auto_renew_only: false, idn: true, registration_enabled: true, renewal_enabled: true };
const NO_TRUSTEE = { trustee_service_enabled: false, trustee_service_required: false };
const DNS = { dnssec_interface_type: 'ds', name_server_min: 2, name_server_max: 13 };

export function tldView(view: TldView) {
  const { tld, years, features } = view;
  const support = { whois_privacy: features.includes('privacy'), transfer_enabled: features.includes('transfer') };
  const terms = { tld_type: TLD_TYPES[kindOf(view)], minimum_registration: years.min };
  return { tld, ...terms, ...support, ...EVERY_TLD, ...DNS, ...NO_TRUSTEE };
}

export const attributesView = (tld: TldView) =>
  attributesOf(tld).map(({ name, values, required }) => {
    const options = values.map(value => ({ title: value, value, description: value }));
    return { name, title: name, description: `Asked by the registry of .${tld.tld}.`, required, options };
  });

export const checkView = ({ query: domain, status }: SearchResult) => {
  return { domain, available: status !== 'taken', premium: status === 'premium' };
};

export function pricesView({ query: domain, status, price }: SearchResult) {
  const prices = { registration_price: price.register, renewal_price: price.renew, transfer_price: price.transfer };
  return { domain, premium: status === 'premium', ...prices };
}

export function domainView({ tenant }: Visit, held: DomainWithNumber) {
  const { number: id, contact: registrant_id, domain: name, status, auto_renew, privacy: private_whois } = held;
  const ids = { id, account_id: accountIdsOf(tenant).dnsimple, registrant_id };
  const named = { name, unicode_name: DomainName.parse(name).unicode, state: status === 'pending' ? 'hosted' : status };
  const expiry = { expires_at: held.expires_at && timeOf(held.expires_at), expires_on: dateOf(held.expires_at) };
  return { ...ids, ...named, auto_renew, private_whois, trustee: false, ...expiry, ...timesOf(held.registered_at) };
}

export function privacyView(visit: Visit, held: DomainWithNumber) {
  const { id, private_whois: enabled, expires_on, created_at, updated_at } = domainView(visit, held);
  return { id, domain_id: id, enabled, expires_on, created_at, updated_at };
}

export const lockView = (_visit: Visit, { locked }: DomainWithNumber) => ({ enabled: locked });
export const delegationView = (_visit: Visit, { nameservers }: DomainWithNumber) => nameservers;

export const changeView = ({ number: domain_id }: DomainWithNumber, { contact: contact_id }: Registrant) => {
  return { contact_id, domain_id, registry_owner_change: false };
};

const STATES = {
  registration: { pending: 'registering', action_required: 'registering', registered: 'registered', failed: 'failed' },
  transfer: { pending: 'transferring', action_required: 'transferring', registered: 'transferred', failed: 'failed' },
};

/** A paid order as a registration, a transfer or a renewal. */
export function orderView({ order, status, reason, number: id, domainNumber: domain_id, ...rest }: OrderWithNumber) {
  const { kind, years: period, settings } = order;
  const times = timesOf(rest.createdAt, rest.updatedAt);
  if (kind === 'renewal') return { id, domain_id, period, state: 'renewed', ...times };
  const state = kind === 'transfer' && isCanceled(order) ? 'cancelled' : STATES[kind][status];
  const options = { auto_renew: settings?.auto_renew ?? false, whois_privacy: settings?.privacy ?? false };
  const kindFields = kind === 'transfer' ? { status_description: reason } : { period };
  return { id, domain_id, registrant_id: rest.contact, state, ...options, trustee: false, ...kindFields, ...times };
}
