import type { SearchResult, TldView } from '#domains/contract';
import { type Contact, Contacts, type DomainWithNumber, FindByNumber } from '#facades';
import { pageOfTlds, readNumberedPage, tldNamed } from '#facades';
import { contactView } from '#facades/contract';
import type { OperationName } from '#identity/access';
import { isObject } from '#platform/http';
import { ValidationFailed } from '#platform/model';
import { FindRegistrations } from '#registry';
import { FacadeCallUnsupported } from '../shared/errors.js';
import { call, type Format } from '../shared/serve-facade.js';
import type { Visit } from '../shared/visit.js';
import * as views from './views.js';

const listTlds = ({ tenant, query }: Visit) =>
  pageOfTlds(tenant, readNumberedPage(query, { tld: 'tld' })).map(views.tldView);

const tld = (view: (tld: TldView) => unknown) => (visit: Visit) => view(tldNamed(visit.tenant, visit.params.tld));

const listContacts = async (visit: Visit) =>
  (await visit.get(Contacts).list(visit.tenant.id, visit.query)).map(contactView);

const contact = (work: (contacts: Contacts, visit: Visit) => Promise<Contact>) => async (visit: Visit) =>
  contactView(await work(visit.get(Contacts), visit));

const createContact = contact((contacts, { tenant, body }) => contacts.add(tenant, body));
const getContact = contact((contacts, { tenant, params }) => contacts.get(tenant.id, params.id));
const updateContact = contact((contacts, { tenant, params, body }) => contacts.change(tenant, params.id, body));
const deleteContact = (visit: Visit) => visit.get(Contacts).remove(visit.tenant.id, visit.params.id);

const listDomains = async (visit: Visit) =>
  (await visit.get(FindByNumber).domains(visit.tenant, visit.query)).map(held => views.domainView(visit, held));

const nameIn = (visit: Visit) => visit.get(FindByNumber).nameOf(visit.tenant, visit.params.domain);

const search = (view: (found: SearchResult) => object) => async (visit: Visit) =>
  view(await visit.search(await nameIn(visit)));

type DomainView = (visit: Visit, held: DomainWithNumber) => unknown;

const domain = (view: DomainView) => async (visit: Visit) =>
  view(visit, await visit.get(FindByNumber).domain(visit.caller, visit.params.domain));

const update = (changes: object, view: DomainView) => async (visit: Visit) => {
  await visit.update(await nameIn(visit), changes);
  return domain(view)(visit);
};

const setAutoRenewal = (auto_renew: boolean) => update({ auto_renew }, () => undefined);
const setPrivacy = (privacy: boolean) => update({ privacy }, views.privacyView);
const setLock = (locked: boolean) => update({ locked }, views.lockView);
const setDelegation = (visit: Visit) => update({ nameservers: visit.body }, views.delegationView)(visit);
const transferOut = update({ locked: false }, (visit, { domain }) =>
  visit.get(FindRegistrations).authCode(visit.caller, domain),
);

type Purchase = 'order' | 'renew' | 'transfer';

/** Reads the terms of a purchase from the body. Registrations are for one year, because the format has no term for them. */
async function termsIn(visit: Visit, operation: Purchase) {
  if (!isObject(visit.body)) throw ValidationFailed.of('body', 'must be a JSON object');
  const { auto_renew, whois_privacy: privacy, premium_price, trustee, linked_provider } = visit.body;
  if (trustee === true || linked_provider) throw new FacadeCallUnsupported();
  const { auth_code, period } = visit.body;
  const price = ['string', 'number'].includes(typeof premium_price) ? Number(premium_price) : Number.NaN;
  const max_amount = premium_price ? { currency: visit.tenant.currency, total: price } : undefined;
  const years = operation === 'renew' ? (period ?? 1) : 1;
  const settings = (auto_renew ?? privacy ?? null) === null ? undefined : { auto_renew, privacy };
  return { domain: await nameIn(visit), settings, max_amount, auth_code, years };
}

const buy = (operation: Purchase) => async (visit: Visit) => {
  const terms = await termsIn(visit, operation);
  const { registrant_id, extended_attributes } = visit.body;
  const find = () => visit.get(Contacts).registrant(visit.tenant.id, { registrant_id }, extended_attributes);
  const registrant = operation === 'renew' ? undefined : await find();
  const order = await visit.buy(operation, { ...terms, owner: registrant?.owner }, registrant?.recordUse);
  const shown = views.orderView(await visit.get(FindByNumber).withNumbers(order));
  if (shown.state === 'registering') visit.status = 202;
  return shown;
};

const order = (kind: 'registration' | 'transfer' | 'renewal') => async (visit: Visit) =>
  views.orderView(await visit.get(FindByNumber).order(visit.caller, kind, visit.params));

async function cancelTransfer(visit: Visit) {
  const { order: transfer } = await visit.get(FindByNumber).order(visit.caller, 'transfer', visit.params);
  await visit.cancel(transfer.id);
  return order('transfer')(visit);
}

async function checkRegistrantChange(visit: Visit) {
  const { held, registrant } = await visit.get(FindByNumber).registrantChange(visit.caller, visit.body);
  const extended_attributes = views.attributesView(tldNamed(visit.tenant, held.tld));
  return { ...views.changeView(held, registrant), extended_attributes };
}

async function createRegistrantChange(visit: Visit) {
  const { held, registrant } = await visit.get(FindByNumber).registrantChange(visit.caller, visit.body);
  await visit.update(held.domain, { contact: registrant.owner }, () => registrant.recordUse(held.order_id));
  const { id, account_id, created_at, updated_at } = views.domainView(visit, held);
  const change = { id, account_id, state: 'completed', irt_lock_lifted_by: null, created_at, updated_at };
  const extended_attributes = visit.body['extended_attributes'] ?? {};
  return { ...change, ...views.changeView(held, registrant), extended_attributes };
}

const ACCOUNT = '/v2/:account';
const CONTACT = `${ACCOUNT}/contacts/:id`;
const DOMAIN = `${ACCOUNT}/registrar/domains/:domain`;
const CHANGES = `${ACCOUNT}/registrar/registrant_changes`;
const ORDERS = { permission: 'sandbox.order' } as const;
const runs = (...operations: OperationName[]) => ({ operations });

/** The format of version 2 of the DNSimple API. */
export const dnsimple: Format = {
  facade: 'dnsimple',
  base: '/facades/dnsimple',
  answerOf: views.answerOf,
  failureOf: views.failureOf,
  calls: [
    call('whoami', 'GET /v2/whoami', async visit => ({ user: null, account: await views.accountView(visit) })),
    call('listAccounts', 'GET /v2/accounts', async visit => [await views.accountView(visit)]),
    call('listTlds', 'GET /v2/tlds', listTlds),
    call('getTld', 'GET /v2/tlds/:tld', tld(views.tldView)),
    call('getTldExtendedAttributes', 'GET /v2/tlds/:tld/extended_attributes', tld(views.attributesView)),
    call('listContacts', `GET ${ACCOUNT}/contacts`, listContacts, ORDERS),
    call('createContact', `POST ${ACCOUNT}/contacts 201`, createContact, ORDERS),
    call('getContact', `GET ${CONTACT}`, getContact, ORDERS),
    call('updateContact', `PATCH ${CONTACT}`, updateContact, ORDERS),
    call('deleteContact', `DELETE ${CONTACT} 204`, deleteContact, ORDERS),
    call('listDomains', `GET ${ACCOUNT}/domains`, listDomains),
    call('getDomain', `GET ${ACCOUNT}/domains/:domain`, domain(views.domainView)),
    call('checkDomain', `GET ${DOMAIN}/check`, search(views.checkView), runs('search')),
    call('getDomainPrices', `GET ${DOMAIN}/prices`, search(views.pricesView), runs('search')),
    call('registerDomain', `POST ${DOMAIN}/registrations 201`, buy('order'), runs('order', 'checkout')),
    call('getDomainRegistration', `GET ${DOMAIN}/registrations/:id`, order('registration'), ORDERS),
    call('renewDomain', `POST ${DOMAIN}/renewals 201`, buy('renew'), runs('renew', 'checkout')),
    call('getDomainRenewal', `GET ${DOMAIN}/renewals/:id`, order('renewal'), ORDERS),
    call('transferDomain', `POST ${DOMAIN}/transfers 202`, buy('transfer'), runs('transfer', 'checkout')),
    call('getDomainTransfer', `GET ${DOMAIN}/transfers/:id`, order('transfer'), ORDERS),
    call('cancelDomainTransfer', `DELETE ${DOMAIN}/transfers/:id 202`, cancelTransfer, runs('cancel')),
    call('authorizeDomainTransferOut', `POST ${DOMAIN}/authorize_transfer_out 204`, transferOut, runs('update')),
    call('enableDomainAutoRenewal', `PUT ${DOMAIN}/auto_renewal 204`, setAutoRenewal(true), runs('update')),
    call('disableDomainAutoRenewal', `DELETE ${DOMAIN}/auto_renewal 204`, setAutoRenewal(false), runs('update')),
    call('enableWhoisPrivacy', `PUT ${DOMAIN}/whois_privacy`, setPrivacy(true), runs('update')),
    call('disableWhoisPrivacy', `DELETE ${DOMAIN}/whois_privacy`, setPrivacy(false), runs('update')),
    call('getDomainTransferLock', `GET ${DOMAIN}/transfer_lock`, domain(views.lockView)),
    call('enableDomainTransferLock', `POST ${DOMAIN}/transfer_lock 201`, setLock(true), runs('update')),
    call('disableDomainTransferLock', `DELETE ${DOMAIN}/transfer_lock`, setLock(false), runs('update')),
    call('getDomainDelegation', `GET ${DOMAIN}/delegation`, domain(views.delegationView)),
    call('changeDomainDelegation', `PUT ${DOMAIN}/delegation`, setDelegation, runs('update')),
    call('checkRegistrantChange', `POST ${CHANGES}/check`, checkRegistrantChange, ORDERS),
    call('createRegistrantChange', `POST ${CHANGES} 201`, createRegistrantChange, runs('update')),
  ],
};
