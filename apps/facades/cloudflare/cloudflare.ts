import {
  CheckDomains,
  DomainName,
  featuresOf,
  listTlds,
  type PagePlace,
  RegistrationNotFound,
  SearchDomain,
} from '#domains';
import { accountIdsOf, FindNumbered, hexOf } from '#facades';
import { CursorPageQuery, KeywordQuery } from '#facades/contract';
import { domainStatusOf, PlaceOrder } from '#orders';
import { OrderRequest } from '#orders/contract';
import { readFields, readQuery, RouteNotFound } from '#platform/http';
import { ValidationFailed } from '#platform/model';
import { FindRegistrations } from '#registry';
import { Tenants } from '#tenancy';
import { type Call, call, type Format } from '../shared/serve-facade.js';
import type { Visit } from '../shared/visit.js';
import { checkView, extensionView, registrationView, success, workflowView } from './views.js';

const accountIdOf = ({ tenant }: Visit) => accountIdsOf(tenant).cloudflare;

async function accountView(visit: Visit) {
  const { name, createdAt } = await visit.get(Tenants).getBySlug(visit.tenant.slug);
  return { id: accountIdOf(visit), name, type: 'standard', created_on: createdAt.toISOString() };
}

/** Clients ask for the next page until one is empty. */
async function listAccounts(visit: Visit) {
  const accounts = Number(visit.query['page'] ?? 1) > 1 ? [] : [await accountView(visit)];
  return pageOf(visit).show(accounts, accounts.length);
}

const SORTS: Record<string, PagePlace['sort']> = {
  name: 'domain',
  registry_created_at: 'registered_at',
  registry_expires_at: 'expires_at',
};

function pageOf({ query }: Visit) {
  const { per_page: limit, cursor = '0', sort_by, direction = 'asc' } = readQuery(CursorPageQuery, query);
  const place = { sort: SORTS[sort_by ?? 'registry_created_at'], direction, offset: Number(cursor), limit };
  const show = (rows: object[], total: number) => {
    const next = place.offset + rows.length;
    return success(rows, { count: rows.length, per_page: limit, cursor: next < total ? String(next) : '' });
  };
  return { place, show };
}

const invalid = (field: string, message: string) => new ValidationFailed([{ field, message }]);

const MAX_CHECKED = 20;

async function check(visit: Visit) {
  const { domains } = visit.body;
  const isValid = Array.isArray(domains) && domains.every(each => typeof each === 'string');
  if (!isValid || domains.length < 1 || domains.length > MAX_CHECKED)
    throw invalid('domains', `must be an array of 1 to ${MAX_CHECKED} strings`);
  const work = () => visit.get(CheckDomains).execute(visit.caller, { domains });
  const { results } = await visit.run('check', { domains }, work);
  return success({ domains: results.map(checkView) });
}

/** A keyword is searched under each of the extensions. Without them, suggestions follow the domain. */
async function search(visit: Visit) {
  const { q, limit } = readQuery(KeywordQuery, visit.query);
  const given = [visit.query['extensions'] ?? []].flat().flatMap(text => String(text).split(','));
  const extensions = given.map(text => text.trim().replace(/^\./, '')).filter(Boolean);
  const [keyword = '', ...rest] = q.toLowerCase().replace(/\s+/g, '').split('.');
  const isKnown = listTlds(visit.tenant.currency).some(({ tld }) => tld === rest.join('.'));
  const domain = `${keyword}.${extensions[0] ?? (isKnown ? rest.join('.') : 'com')}`;
  const { results } = await visit.run('search', { domain }, async () => {
    const found = await visit.get(SearchDomain).execute(visit.caller, { domain });
    const suggested = [found.query, ...found.suggestions.map(suggestion => suggestion.domain)];
    const names = extensions.length > 0 ? extensions.map(each => `${keyword}.${each}`) : suggested;
    return visit.get(CheckDomains).execute(visit.caller, { domains: names.slice(0, limit) });
  });
  return success({ domains: results.map(checkView) });
}

interface Registrant {
  email?: string;
  phone?: string;
  postal_info?: { name?: string; organization?: string; address?: Record<string, string> };
}

const DEFAULT_OWNER = { first_name: 'Default', last_name: 'Registrant', email: 'registrant@example.com' };

/** A name is split at its last space. One without a space is both. */
function ownerOf({ email, phone, postal_info = {} }: Registrant) {
  const { name: given, organization, address = {} } = postal_info;
  const { street: address1, city, state, postal_code, country_code: country } = address;
  const name = typeof given === 'string' ? given.trim() : '';
  const [first_name, last_name] = [name.replace(/\s+\S+$/, ''), name.slice(name.lastIndexOf(' ') + 1)];
  return { first_name, last_name, email, phone, organization, address1, city, state, postal_code, country };
}

function settingsOf({ auto_renew, privacy_mode }: Record<string, unknown>, domain: string) {
  if (![undefined, 'off', 'redaction'].includes(privacy_mode as string))
    throw invalid('privacy_mode', 'must be off or redaction');
  const canHide = privacy_mode === 'redaction' && featuresOf(DomainName.parse(domain).tld).includes('privacy');
  const settings = { ...(auto_renew !== undefined && { auto_renew }), ...(canHide && { privacy: true }) };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

type Root = 'registrar' | 'registrar-sandbox';

const isAsync = ({ request }: Visit): boolean => String(request.headers['prefer']).includes('respond-async');

const create = (root: Root) => async (visit: Visit) => {
  const { domain_name, years = 1, contacts } = visit.body;
  const { registrant } = (contacts ?? {}) as { registrant?: Registrant };
  if (!registrant && root === 'registrar-sandbox') throw invalid('contacts.registrant', 'is required');
  const owner = registrant ? ownerOf(registrant) : DEFAULT_OWNER;
  const request = readFields(OrderRequest, { domain: domain_name, years, owner });
  request.settings = readFields(OrderRequest, {
    ...request,
    settings: settingsOf(visit.body, request.domain),
  }).settings;
  const place = () => visit.get(PlaceOrder).execute(visit.caller, request, undefined);
  const order = await visit.buy('order', request, place);
  const isDecided = domainStatusOf(order) === 'registered' && !isAsync(visit);
  return visit.answer(isDecided ? 201 : 202, await workflow(root, visit, 'registration-status', order.domain));
};

async function findHeld(visit: Visit, domain: string) {
  const { rows } = await visit.get(FindRegistrations).held(visit.tenant, { domain }, { limit: 1 });
  return rows[0];
}

const nameIn = (visit: Visit) => (visit.caller.domain = DomainName.parse(visit.params['name']!).name);

/** The state of the newest order of a domain, which has succeeded if the tenant holds the domain. */
async function workflow(root: Root, visit: Visit, step: string, name: string) {
  const held = await findHeld(visit, name);
  const order = await visit.get(FindNumbered).newestOrder(visit.tenant, name);
  if (!held && !order) throw new RegistrationNotFound();
  const resource = `/accounts/${accountIdOf(visit)}/${root}/registrations/${name}`;
  return success(workflowView(resource, step, held, order));
}

const statusIn = (root: Root, step: string) => (visit: Visit) => workflow(root, visit, step, nameIn(visit));

async function getRegistration(visit: Visit) {
  const held = await findHeld(visit, nameIn(visit));
  if (!held) throw new RegistrationNotFound();
  return success(registrationView(held));
}

async function listRegistrations(visit: Visit) {
  const { place, show } = pageOf(visit);
  const { rows, total } = await visit.get(FindRegistrations).held(visit.tenant, {}, place);
  return show(rows.map(registrationView), total);
}

const edit = (root: Root) => async (visit: Visit) => {
  const { auto_renew } = visit.body;
  await visit.update(visit.params['name']!, auto_renew === undefined ? {} : { auto_renew });
  return visit.answer(isAsync(visit) ? 202 : 200, await workflow(root, visit, 'update-status', nameIn(visit)));
};

const namesOfTlds = ({ tenant }: Visit) => listTlds(tenant.currency).map(({ tld }) => tld);

function listExtensions(visit: Visit) {
  const { place, show } = pageOf(visit);
  const tlds = namesOfTlds(visit).toSorted();
  return show(tlds.slice(place.offset, place.offset + place.limit).map(extensionView), tlds.length);
}

function getExtension(visit: Visit) {
  const tld = namesOfTlds(visit).find(each => each === visit.params['extension']!.toLowerCase());
  if (tld === undefined) throw new RouteNotFound('This extension is not in the catalogue.');
  return success(extensionView(tld));
}

const ORDERS = { permission: 'sandbox.order' } as const;

/** The calls of a registrar, which both parts of the client have. */
function callsOf(client: string, root: Root): Call[] {
  const path = `/accounts/:account_id/${root}`;
  const registration = `${path}/registrations/:name`;
  const buys = { operations: ['order', 'checkout'] } as const;
  const registrationStatus = statusIn(root, 'registration-status');
  return [
    call(`${client}.check`, `POST ${path}/domain-check`, check, { operations: ['check'] }),
    call(`${client}.search`, `GET ${path}/domain-search`, search, { operations: ['search'] }),
    call(`${client}.registrations.create`, `POST ${path}/registrations`, create(root), buys),
    call(`${client}.registrations.list`, `GET ${path}/registrations`, listRegistrations),
    call(`${client}.registrations.get`, `GET ${registration}`, getRegistration),
    call(`${client}.registrations.edit`, `PATCH ${registration}`, edit(root), { operations: ['update'] }),
    call(`${client}.registrationStatus.get`, `GET ${registration}/registration-status`, registrationStatus, ORDERS),
    call(`${client}.updateStatus.get`, `GET ${registration}/update-status`, statusIn(root, 'update-status'), ORDERS),
    call(`${client}.extensions.list`, `GET ${path}/extensions`, listExtensions),
    call(`${client}.extensions.get`, `GET ${path}/extensions/:extension`, getExtension),
  ];
}

const tokenView = ({ caller }: Visit) => ({ id: hexOf(caller.keyId), status: 'active' });

/** Names of fields that are different in the API. */
const fieldOf = (path: string) => path.replace(/^owner\./, 'contacts.registrant.').replace(/^domain$/, 'domain_name');

/** The format of version 4 of the Cloudflare API. */
export const cloudflare: Format = {
  facade: 'cloudflare',
  base: '/facades/cloudflare/client/v4',
  failureOf(status, { message, details }) {
    const shown = status === 422 ? 400 : status;
    const code = status === 401 ? 10_000 : shown;
    const broken = details?.map(detail => ({ code, message: `${fieldOf(detail.field)} ${detail.message}` }));
    return [shown, { success: false, errors: broken ?? [{ code, message }], messages: [], result: null }];
  },
  calls: [
    call('user.tokens.verify', 'GET /user/tokens/verify', visit => success(tokenView(visit))),
    call('accounts.list', 'GET /accounts', listAccounts),
    call('accounts.get', 'GET /accounts/:account_id', async visit => success(await accountView(visit))),
    ...callsOf('registrar', 'registrar'),
    ...callsOf('registrarSandbox', 'registrar-sandbox'),
  ],
};
