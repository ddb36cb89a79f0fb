import { listTlds, type PagePlace, SearchDomain } from '#domains';
import { CONTACT_SORTS, Contacts, FindNumbered } from '#facades';
import { NumberedPageQuery } from '#facades/contract';
import { OrderRenewal, PlaceOrder } from '#orders';
import { OrderRequest, RenewalRequest } from '#orders/contract';
import { readFields, readQuery, RouteNotFound } from '#platform/http';
import { normalizeSearchTerm, ValidationFailed } from '#platform/model';
import { FindRegistrations, PlaceTransfer, UndecidedOrders } from '#registry';
import { TransferRequest } from '#registry/contract';
import { FacadeCallUnsupported } from '../shared/errors.js';
import { call, type Format } from '../shared/serve-facade.js';
import type { Visit } from '../shared/visit.js';
import { accountView, contactView, domainView, extendedAttributes, orderView, tldView } from './views.js';

/** Reads the parameters of a list. `sorts` has its sort fields; the first one is the default. */
function pageOf<Sort>({ query }: Visit, sorts: Record<string, Sort>) {
  const { page, per_page: limit, sort, ...filter } = readQuery(NumberedPageQuery, query);
  const fields = Object.keys(sorts);
  const [field = fields[0]!, direction = 'asc'] = sort?.split(':') ?? [];
  if (!fields.includes(field) || (direction !== 'asc' && direction !== 'desc'))
    throw new ValidationFailed([{ field: 'sort', message: `must be ${fields.join(' or ')}, with :asc or :desc` }]);
  const place = { sort: sorts[field]!, direction, offset: (page - 1) * limit, limit } as const;
  const show = (data: object[], total_entries: number) => {
    const pages = { current_page: page, per_page: limit, total_entries, total_pages: Math.ceil(total_entries / limit) };
    return { data, pagination: pages };
  };
  return { filter, place, show };
}

const tldsOf = ({ tenant }: Visit) => listTlds(tenant.currency);

function showTlds(visit: Visit) {
  const { place, show } = pageOf(visit, { tld: 'tld' });
  const sorted = tldsOf(visit).toSorted((a, b) => (a.tld < b.tld ? -1 : 1) * (place.direction === 'asc' ? 1 : -1));
  return show(sorted.slice(place.offset, place.offset + place.limit).map(tldView), sorted.length);
}

function tldIn(visit: Visit) {
  const found = tldsOf(visit).find(({ tld }) => tld === visit.params['tld']!.toLowerCase());
  if (!found) throw new RouteNotFound('This TLD is not in the catalogue.');
  return found;
}

async function listContacts(visit: Visit) {
  const { place, show } = pageOf(visit, Object.fromEntries(CONTACT_SORTS.map(sort => [sort, sort])));
  const { rows, total } = await visit.get(Contacts).list(visit.tenant.id, place);
  return show(rows.map(contactView), total);
}

const createContact = async (visit: Visit) =>
  visit.answer(201, { data: contactView(await visit.get(Contacts).add(visit.tenant, visit.body)) });

const getContact = async (visit: Visit) => ({
  data: contactView(await visit.get(Contacts).get(visit.tenant.id, visit.params['id']!)),
});

const updateContact = async (visit: Visit) => ({
  data: contactView(await visit.get(Contacts).change(visit.tenant, visit.params['id']!, visit.body)),
});

const deleteContact = async (visit: Visit) =>
  visit.answer(204, await visit.get(Contacts).remove(visit.tenant.id, visit.params['id']!));

async function listDomains(visit: Visit) {
  const sorts = { id: 'registered_at', name: 'domain', expiration: 'expires_at' } as const;
  const { filter, place, show } = pageOf<PagePlace['sort']>(visit, sorts);
  const part = filter.name_like && normalizeSearchTerm(filter.name_like);
  const contact = filter.registrant_id && Number(filter.registrant_id);
  const orders = contact ? await visit.get(Contacts).ordersOf(visit.tenant.id, contact) : undefined;
  const { rows, total } = await visit.get(FindNumbered).domains(visit.tenant, { part, orders }, place);
  return show(
    rows.map(row => domainView(visit, row)),
    total,
  );
}

const nameIn = (visit: Visit) => visit.get(FindNumbered).nameOf(visit.tenant, visit.params['domain']);
const heldIn = (visit: Visit) => visit.get(FindNumbered).domain(visit.caller, visit.params['domain']);

async function search(visit: Visit) {
  const domain = await nameIn(visit);
  const found = await visit.run('search', { domain }, () => visit.get(SearchDomain).execute(visit.caller, { domain }));
  return { domain: found.query, premium: found.status === 'premium', found };
}

async function checkDomain(visit: Visit) {
  const { domain, premium, found } = await search(visit);
  return { data: { domain, available: found.status !== 'taken', premium } };
}

async function getDomainPrices(visit: Visit) {
  const { found, ...about } = await search(visit);
  const { register: registration_price, renew: renewal_price, transfer: transfer_price } = found.price;
  return { data: { ...about, registration_price, renewal_price, transfer_price } };
}

/** What the body of a purchase says. Nothing but the price applies to renewals. */
async function purchaseOf(visit: Visit) {
  const { auto_renew, whois_privacy, premium_price, trustee, linked_provider } = visit.body;
  if (trustee === true || (linked_provider ?? null) !== null) throw new FacadeCallUnsupported();
  const settings = { auto_renew: auto_renew ?? undefined, privacy: whois_privacy ?? undefined };
  const isDefault = settings.auto_renew === undefined && settings.privacy === undefined;
  const max_amount = premium_price ? { currency: visit.tenant.currency, total: Number(premium_price) } : undefined;
  return { domain: await nameIn(visit), settings: isDefault ? undefined : settings, max_amount };
}

async function withContact(visit: Visit) {
  const purchase = await purchaseOf(visit);
  const { registrant_id, extended_attributes } = visit.body;
  const contact = await visit.get(Contacts).named(visit.tenant.id, 'registrant_id', registrant_id);
  const placed = (orderId: string) => visit.get(Contacts).use(visit.tenant.id, contact.id, orderId);
  return { given: { ...purchase, owner: contact.ownerWith(extended_attributes) }, placed };
}

async function registerDomain(visit: Visit) {
  const { given, placed } = await withContact(visit);
  const request = readFields(OrderRequest, { ...given, years: 1 });
  const place = () => visit.get(PlaceOrder).execute(visit.caller, request, undefined);
  const order = await visit.buy('order', request, place, placed);
  const data = orderView(await visit.get(FindNumbered).withNumbers(order));
  return visit.answer(data.state === 'registering' ? 202 : 201, { data });
}

async function transferDomain(visit: Visit) {
  const { given, placed } = await withContact(visit);
  const request = readFields(TransferRequest, { ...given, auth_code: visit.body['auth_code'] });
  const place = () => visit.get(PlaceTransfer).execute(visit.caller, request, undefined);
  const order = await visit.buy('transfer', request, place, placed);
  return visit.answer(202, { data: orderView(await visit.get(FindNumbered).withNumbers(order)) });
}

async function renewDomain(visit: Visit) {
  const request = readFields(RenewalRequest, { ...(await purchaseOf(visit)), years: visit.body['period'] ?? 1 });
  const place = () => visit.get(OrderRenewal).execute(visit.caller, request, undefined);
  const order = await visit.buy('renew', request, place);
  return visit.answer(201, { data: orderView(await visit.get(FindNumbered).withNumbers(order)) });
}

const orderIn = (kind: 'registration' | 'transfer' | 'renewal') => async (visit: Visit) => ({
  data: orderView(await visit.get(FindNumbered).order(visit.caller, kind, visit.params)),
});

async function cancelDomainTransfer(visit: Visit) {
  const { order } = await visit.get(FindNumbered).order(visit.caller, 'transfer', visit.params);
  const cancel = () => visit.get(UndecidedOrders).cancel(visit.caller, order.id, undefined);
  await visit.run('cancel', { order_id: order.id }, cancel);
  return visit.answer(202, await orderIn('transfer')(visit));
}

async function update(visit: Visit, changes: object) {
  await visit.update(await nameIn(visit), changes);
  return heldIn(visit);
}

async function authorizeDomainTransferOut(visit: Visit) {
  const { domain } = await update(visit, { locked: false });
  await visit.get(FindRegistrations).authCode(visit.caller, domain);
  return visit.answer(204, undefined);
}

const setAutoRenewal = (auto_renew: boolean) => async (visit: Visit) => {
  await update(visit, { auto_renew });
  return visit.answer(204, undefined);
};

const setWhoisPrivacy = (privacy: boolean) => async (visit: Visit) => {
  const { id, expires_on, created_at, updated_at } = domainView(visit, await update(visit, { privacy }));
  return { data: { id, domain_id: id, enabled: privacy, expires_on, created_at, updated_at } };
};

const lockView = ({ locked }: { locked: boolean }) => ({ data: { enabled: locked } });

const setTransferLock = (locked: boolean) => async (visit: Visit) =>
  visit.answer(locked ? 201 : 200, lockView(await update(visit, { locked })));

/** The domain and the contact of a registrant change. */
async function changeOf(visit: Visit) {
  const { domain_id, contact_id } = visit.body;
  const held = await visit.get(FindNumbered).domain(visit.caller, domain_id);
  const contact = await visit.get(Contacts).named(visit.tenant.id, 'contact_id', contact_id);
  const { id, account_id, created_at, updated_at } = domainView(visit, held);
  const view = { contact_id: contact.id, domain_id: id, registry_owner_change: false };
  return { held, contact, view, change: { id, account_id, irt_lock_lifted_by: null, created_at, updated_at } };
}

async function checkRegistrantChange(visit: Visit) {
  const { held, view } = await changeOf(visit);
  const tld = tldsOf(visit).find(each => each.tld === held.tld)!;
  return { data: { ...view, extended_attributes: extendedAttributes(tld) } };
}

async function createRegistrantChange(visit: Visit) {
  const { held, contact, view, change } = await changeOf(visit);
  const { extended_attributes } = visit.body;
  await visit.update(held.domain, { contact: contact.ownerWith(extended_attributes) });
  if (held.order_id !== null) await visit.get(Contacts).use(visit.tenant.id, contact.id, held.order_id);
  const data = { ...change, ...view, state: 'completed', extended_attributes: extended_attributes ?? {} };
  return visit.answer(201, { data });
}

const ACCOUNT = '/v2/:account';
const DOMAIN = `${ACCOUNT}/registrar/domains/:domain`;
const CHANGES = `${ACCOUNT}/registrar/registrant_changes`;
const ORDERS = { permission: 'sandbox.order' } as const;
const UPDATE = { operations: ['update'] } as const;
const SEARCH = { operations: ['search'] } as const;

/** Names of fields whose last member is different in the API. */
const FIELDS: Record<string, string> = {
  currency: 'premium_price',
  max_amount: 'premium_price',
  organization: 'organization_name',
  privacy: 'whois_privacy',
  state: 'state_province',
  total: 'premium_price',
  years: 'period',
};

function fieldOf(path: string): string {
  const member = path.split('.').findLast(part => !/^\d+$/.test(part)) ?? path;
  return FIELDS[member] ?? member;
}

/** The format of version 2 of the DNSimple API. */
export const dnsimple: Format = {
  facade: 'dnsimple',
  base: '/facades/dnsimple',
  failureOf(status, { message, details }) {
    const errors = details && Object.fromEntries(details.map(({ field, message }) => [fieldOf(field), [message]]));
    return [status === 409 || status === 422 ? 400 : status, { message, ...(errors && { errors }) }];
  },
  calls: [
    call('whoami', 'GET /v2/whoami', async visit => ({ data: { user: null, account: await accountView(visit) } })),
    call('listAccounts', 'GET /v2/accounts', async visit => ({ data: [await accountView(visit)] })),
    call('listTlds', 'GET /v2/tlds', showTlds),
    call('getTld', 'GET /v2/tlds/:tld', visit => ({ data: tldView(tldIn(visit)) })),
    call('getTldExtendedAttributes', 'GET /v2/tlds/:tld/extended_attributes', visit => ({
      data: extendedAttributes(tldIn(visit)),
    })),
    call('listContacts', `GET ${ACCOUNT}/contacts`, listContacts, ORDERS),
    call('createContact', `POST ${ACCOUNT}/contacts`, createContact, ORDERS),
    call('getContact', `GET ${ACCOUNT}/contacts/:id`, getContact, ORDERS),
    call('updateContact', `PATCH ${ACCOUNT}/contacts/:id`, updateContact, ORDERS),
    call('deleteContact', `DELETE ${ACCOUNT}/contacts/:id`, deleteContact, ORDERS),
    call('listDomains', `GET ${ACCOUNT}/domains`, listDomains),
    call('getDomain', `GET ${ACCOUNT}/domains/:domain`, async visit => ({
      data: domainView(visit, await heldIn(visit)),
    })),
    call('checkDomain', `GET ${DOMAIN}/check`, checkDomain, SEARCH),
    call('getDomainPrices', `GET ${DOMAIN}/prices`, getDomainPrices, SEARCH),
    call('registerDomain', `POST ${DOMAIN}/registrations`, registerDomain, { operations: ['order', 'checkout'] }),
    call('getDomainRegistration', `GET ${DOMAIN}/registrations/:id`, orderIn('registration'), ORDERS),
    call('renewDomain', `POST ${DOMAIN}/renewals`, renewDomain, { operations: ['renew', 'checkout'] }),
    call('getDomainRenewal', `GET ${DOMAIN}/renewals/:id`, orderIn('renewal'), ORDERS),
    call('transferDomain', `POST ${DOMAIN}/transfers`, transferDomain, { operations: ['transfer', 'checkout'] }),
    call('getDomainTransfer', `GET ${DOMAIN}/transfers/:id`, orderIn('transfer'), ORDERS),
    call('cancelDomainTransfer', `DELETE ${DOMAIN}/transfers/:id`, cancelDomainTransfer, { operations: ['cancel'] }),
    call('authorizeDomainTransferOut', `POST ${DOMAIN}/authorize_transfer_out`, authorizeDomainTransferOut, UPDATE),
    call('enableDomainAutoRenewal', `PUT ${DOMAIN}/auto_renewal`, setAutoRenewal(true), UPDATE),
    call('disableDomainAutoRenewal', `DELETE ${DOMAIN}/auto_renewal`, setAutoRenewal(false), UPDATE),
    call('enableWhoisPrivacy', `PUT ${DOMAIN}/whois_privacy`, setWhoisPrivacy(true), UPDATE),
    call('disableWhoisPrivacy', `DELETE ${DOMAIN}/whois_privacy`, setWhoisPrivacy(false), UPDATE),
    call('getDomainTransferLock', `GET ${DOMAIN}/transfer_lock`, async visit => lockView(await heldIn(visit))),
    call('enableDomainTransferLock', `POST ${DOMAIN}/transfer_lock`, setTransferLock(true), UPDATE),
    call('disableDomainTransferLock', `DELETE ${DOMAIN}/transfer_lock`, setTransferLock(false), UPDATE),
    call('getDomainDelegation', `GET ${DOMAIN}/delegation`, async visit => ({
      data: (await heldIn(visit)).nameservers,
    })),
    call(
      'changeDomainDelegation',
      `PUT ${DOMAIN}/delegation`,
      async visit => ({
        data: (await update(visit, { nameservers: visit.body })).nameservers,
      }),
      UPDATE,
    ),
    call('checkRegistrantChange', `POST ${CHANGES}/check`, checkRegistrantChange, ORDERS),
    call('createRegistrantChange', `POST ${CHANGES}`, createRegistrantChange, UPDATE),
  ],
};
