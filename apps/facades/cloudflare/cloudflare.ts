import { CheckDomains } from '#domains';
import type { CheckedDomain } from '#domains/contract';
import {
  accountIdsOf,
  DEFAULT_OWNER,
  FindByNumber,
  hexOf,
  ownerOf,
  Page,
  pageOfTlds,
  readCursorPage,
  readRegistrationsPage,
  REGISTRANT_FIELDS,
  type RegistrantContact,
  SearchKeyword,
  supportsPrivacy,
  tldNamed,
} from '#facades';
import { CursorPageQuery, ExtensionsPageQuery, KeywordQuery } from '#facades/contract';
import { domainStatusOf } from '#orders';
import { OrderRequest } from '#orders/contract';
import { isObject, prefersAsync, readFields, readQuery } from '#platform/http';
import { type BrokenField, ValidationFailed } from '#platform/model';
import { FindRegistrations } from '#registry';
import { Tenants } from '#tenancy';
import { type Call, call, type Format } from '../shared/serve-facade.js';
import type { Visit } from '../shared/visit.js';
import { answerOf, checkView, extensionView, registrationView, workflowView } from './views.js';

const accountIdOf = ({ tenant }: Visit) => accountIdsOf(tenant).cloudflare;

async function accountView(visit: Visit) {
  const { name, createdAt } = await visit.get(Tenants).getBySlug(visit.tenant.slug);
  return { id: accountIdOf(visit), name, type: 'standard', created_on: createdAt.toISOString() };
}

/** The second page is empty, because clients request pages until one is empty. */
async function listAccounts(visit: Visit) {
  const rows = Number(visit.query['page'] ?? 1) > 1 ? [] : [await accountView(visit)];
  return new Page({ rows, total: rows.length }, readCursorPage(CursorPageQuery, visit.query));
}

const MAX_CHECKED = 20;

async function check(visit: Visit) {
  const { domains } = visit.body;
  const isValid = Array.isArray(domains) && domains.every(each => typeof each === 'string');
  if (!isValid || domains.length < 1 || domains.length > MAX_CHECKED)
    throw ValidationFailed.of('domains', `must be an array of 1 to ${MAX_CHECKED} strings`);
  const work = () => visit.get(CheckDomains).execute(visit.caller, { domains });
  return checked((await visit.run('check', { domains }, work)).results);
}

const checked = (domains: CheckedDomain[]) => ({ domains: domains.map(checkView) });

async function search(visit: Visit) {
  const { q, limit } = readQuery(KeywordQuery, visit.query);
  const extensions = [visit.query['extensions'] ?? []].flat().flatMap(text => String(text).split(','));
  const tlds = extensions.map(text => text.trim().toLowerCase().replace(/^\./, '')).filter(Boolean);
  const keywords = visit.get(SearchKeyword);
  const wanted = keywords.parse(visit.caller, q, tlds);
  return checked(await visit.run('search', wanted, () => keywords.execute(visit.caller, wanted, limit)));
}

function settingsOf({ auto_renew, privacy_mode }: Record<string, unknown>, domain: string) {
  if (!['off', 'redaction'].includes((privacy_mode ?? 'off') as string))
    throw ValidationFailed.of('privacy_mode', 'must be off or redaction');
  const canHide = privacy_mode === 'redaction' && supportsPrivacy(domain);
  const settings = { ...(auto_renew !== undefined && { auto_renew }), ...(canHide && { privacy: true }) };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

type Root = 'registrar' | 'registrar-sandbox';

const create = (root: Root) => async (visit: Visit) => {
  const { domain_name, years, contacts } = visit.body;
  if (!isObject(contacts ?? {})) throw ValidationFailed.of('contacts', 'must be an object');
  const { registrant } = (contacts ?? {}) as { registrant?: RegistrantContact };
  if (!registrant && root === 'registrar-sandbox') throw ValidationFailed.of('contacts.registrant', 'is required');
  const owner = registrant ? ownerOf(registrant) : DEFAULT_OWNER;
  const request = readFields(OrderRequest, { domain: domain_name, years: years ?? 1, owner });
  const settings = settingsOf(visit.body, request.domain);
  const order = await visit.buy('order', { ...request, settings });
  visit.status = prefersAsync(visit) || domainStatusOf(order) !== 'registered' ? 202 : 201;
  return workflow(root, visit, 'registration-status', order.domain);
};

/** State of the purchase or of the last change of a domain. */
async function workflow(root: Root, visit: Visit, step: string, name: string) {
  const progress = await visit.get(FindByNumber).progress(visit.caller, name);
  const resource = `/accounts/${accountIdOf(visit)}/${root}/registrations/${progress.domain}`;
  return workflowView(resource, step, progress);
}

const statusIn = (root: Root, step: string) => (visit: Visit) => workflow(root, visit, step, visit.params.name);

const getRegistration = async (visit: Visit) =>
  registrationView(await visit.get(FindByNumber).held(visit.caller, visit.params.name));

async function listRegistrations(visit: Visit) {
  const range = readRegistrationsPage(visit.query);
  const held = await visit.get(FindRegistrations).held(visit.tenant, {}, range);
  return new Page(held, range).map(registrationView);
}

const edit = (root: Root) => async (visit: Visit) => {
  const { auto_renew } = visit.body;
  if (auto_renew === undefined) throw ValidationFailed.of('auto_renew', 'is required');
  await visit.update(visit.params.name, { auto_renew });
  visit.status = prefersAsync(visit) ? 202 : 200;
  return workflow(root, visit, 'update-status', visit.params.name);
};

const listExtensions = (visit: Visit) =>
  pageOfTlds(visit.tenant, readCursorPage(ExtensionsPageQuery, visit.query)).map(extensionView);

const getExtension = (visit: Visit) => extensionView(tldNamed(visit.tenant, visit.params.extension));

const ORDERS = { permission: 'sandbox.order' } as const;

/** Calls of the registrar, which `registrar` and `registrar-sandbox` of the client both have. */
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

/** Cloudflare's name of a field of our API. */
function fieldOf(path: string): string {
  const [first, ...rest] = path.split('.');
  const field = rest.join('.');
  if (first === 'owner') return `contacts.registrant.${REGISTRANT_FIELDS[field] ?? field}`;
  return path === 'domain' ? 'domain_name' : path.replace('settings.', '');
}

const NO_PREMIUM = 'domain_name is a premium domain, which this API does not register';

/** Puts the field before the message, except before messages that are complete sentences. */
function messageOf({ field, message }: BrokenField): string {
  if (field === 'max_amount') return NO_PREMIUM;
  return /^[A-Z]/.test(message) ? message : `${fieldOf(field)} ${message}`;
}

/** The format of version 4 of the Cloudflare API. */
export const cloudflare: Format = {
  facade: 'cloudflare',
  base: '/facades/cloudflare/client/v4',
  answerOf,
  failureOf(status, { message, details }) {
    const shown = status === 422 ? 400 : status;
    const code = status === 401 ? 10_000 : shown;
    const broken = details?.map(detail => ({ code, message: messageOf(detail) }));
    return [shown, { success: false, errors: broken ?? [{ code, message }], messages: [], result: null }];
  },
  calls: [
    call('user.tokens.verify', 'GET /user/tokens/verify', tokenView),
    call('accounts.list', 'GET /accounts', listAccounts),
    call('accounts.get', 'GET /accounts/:account_id', accountView),
    ...callsOf('registrar', 'registrar'),
    ...callsOf('registrarSandbox', 'registrar-sandbox'),
  ],
};
