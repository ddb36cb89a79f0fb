import type { OnApplicationShutdown } from '@nestjs/common';
import { DNSimple } from 'dnsimple';
import { Agent, request } from 'undici';
import { withDeadline } from '#platform/process/clock';
import type { Settings } from '#platform/process/config';
import type { Owner } from '#orders/contract';
import type { DomainExpiry } from '../../model/differences.js';
import type { HeldDomain, RecordState } from '../../model/purchase.js';
import { kindOf, RegistrarFailure } from '../../model/registrar-failure.js';
import type { CallName, RegistrarCalls } from '../../registrar-calls.js';
import { RegistrarGateway, type RegistrarPrices, type Submission } from '../../registrar-gateway.js';

/** Codes of errors that occur before a request is sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Maximum page size of DNSimple. */
const PAGE_SIZE = 100;

/** Calls DNSimple with its official client. */
export class Dnsimple extends RegistrarGateway implements OnApplicationShutdown {
  private readonly agent = new Agent();

  constructor(
    private readonly calls: RegistrarCalls,
    private readonly settings: Settings,
  ) {
    super();
  }

  check(domain: string): Promise<{ available: boolean; premium: boolean }> {
    return this.call('check', async (client, account) => {
      const { available, premium } = (await client.registrar.checkDomain(account, domain)).data;
      return { available, premium };
    });
  }

  prices(domain: string): Promise<RegistrarPrices> {
    return this.call('prices', async (client, account) => {
      const { data } = await client.registrar.getDomainPrices(account, domain);
      const { registration_price: register, renewal_price: renew, transfer_price: transfer, premium } = data;
      return { register: toCents(register), renew: toCents(renew), transfer: toCents(transfer), premium };
    });
  }

  createLabeledContact(owner: Owner, label: string): Promise<string> {
    const { organization: organization_name, state: state_province, extra: _extra, ...same } = owner;
    // The registrar requires the job title of a person in an organization.
    const organization = organization_name && { organization_name, job_title: 'Registrant' };
    return this.call('mark', async (client, account) => {
      const contact = { label, ...same, ...organization, state_province };
      return idOf((await client.contacts.createContact(account, contact)).data);
    });
  }

  submit({ kind, domain, years, contact, privacy, owner, premiumPrice }: Submission): Promise<string> {
    const price = premiumPrice !== null && { premium_price: (premiumPrice / 100).toFixed(2) };
    return this.call('submit', async ({ registrar }, account) => {
      if (kind === 'renewal')
        return idOf((await registrar.renewDomain(account, domain, { period: years, ...price })).data);
      const extended_attributes = owner.extra && { extended_attributes: { ...owner.extra } };
      // DNSimple renews domains automatically by default.
      const options = { auto_renew: false, whois_privacy: privacy, ...extended_attributes, ...price };
      const registration = { registrant_id: Number(contact), ...options };
      return idOf((await registrar.registerDomain(account, domain, registration)).data);
    });
  }

  find(domain: string): Promise<HeldDomain | null> {
    return this.call('find', async (client, account) => {
      const { registrant_id, state, expires_at } = (await client.domains.getDomain(account, domain)).data;
      const contact = registrant_id === null ? null : String(registrant_id);
      return { contact, isPending: state === 'hosted', expiresAt: expires_at ? new Date(expires_at) : null };
    }).catch(ifMissing(null));
  }

  poll({ kind, domain }: Pick<Submission, 'kind' | 'domain'>, id: string): Promise<RecordState> {
    const read = kind === 'renewal' ? 'getDomainRenewal' : 'getDomainRegistration';
    return this.call('poll', async ({ registrar }, account) =>
      stateOf((await registrar[read](account, domain, Number(id))).data.state),
    ).catch(ifMissing('unknown' as const));
  }

  list(page: number): Promise<{ domains: DomainExpiry[]; isLast: boolean }> {
    return this.call('list', async (client, account) => {
      const params = { page, per_page: PAGE_SIZE, sort: 'id:asc' as const };
      const { data, pagination } = await client.domains.listDomains(account, params);
      const domains = data
        .filter(({ state }) => state !== 'hosted')
        .map(({ name, expires_at }) => ({
          domain: name,
          expiresAt: expires_at ? new Date(expires_at) : null,
        }));
      return { domains, isLast: page >= pagination.total_pages };
    });
  }

  listContacts(page: number): Promise<{ contacts: { id: string; label: string }[]; isLast: boolean }> {
    return this.call('listMarks', async (client, account) => {
      const params = { page, per_page: PAGE_SIZE, sort: 'id:asc' as const };
      const { data, pagination } = await client.contacts.listContacts(account, params);
      const contacts = data.map(({ id, label }) => ({ id: String(id), label: label ?? '' }));
      return { contacts, isLast: page >= pagination.total_pages };
    });
  }

  deleteContact(contact: string): Promise<void> {
    return this.call('unmark', async (client, account) => {
      await client.contacts.deleteContact(account, Number(contact));
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  /**
   * The fetcher keeps the response, because errors thrown by the DNSimple client can lack its status. Without a response,
   * the error code tells whether the request was sent.
   */
  private call<T>(name: CallName, work: (client: DNSimple, account: number) => Promise<T>): Promise<T> {
    const { registrarToken: accessToken, registrarUrl: baseUrl, registrarAccount, registrarTimeoutMs } = this.settings;
    return this.calls.run(name, async reportAnswer => {
      let answer: { status: number; body: string } | undefined;
      const client = new DNSimple({
        accessToken,
        baseUrl,
        timeout: registrarTimeoutMs,
        userAgent: 'nameyard',
        fetcher: async sent => {
          const { requestId, ...received } = await this.fetch(sent);
          reportAnswer({ status: received.status, requestId });
          return (answer = received);
        },
      });
      try {
        return await work(client, registrarAccount!);
      } catch (error) {
        throw answer ? failureOf(answer) : brokenConnection(error as BrokenConnection);
      }
    });
  }

  private async fetch({ url, method, headers, body, timeout }: Parameters<DNSimple['fetcher']>[0]) {
    return withDeadline(timeout, async signal => {
      const response = await request(url, { method, headers, body: body ?? null, signal, dispatcher: this.agent });
      const requestId = response.headers['x-request-id']?.toString() ?? null;
      return { status: response.statusCode, requestId, body: await response.body.text() };
    });
  }
}

/** Returns `value` after a 404, and throws other errors again. */
const ifMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof RegistrarFailure && error.kind === 'refused' && error.status === 404) return value;
    throw error;
  };

function stateOf(state: string): RecordState {
  if (state === 'registered' || state === 'renewed') return 'done';
  return state === 'failed' || state === 'cancelled' ? 'failed' : 'pending';
}

function idOf({ id }: { id: unknown }): string {
  if (typeof id !== 'number') throw new TypeError('the answer has no ID');
  return String(id);
}

/** Prices in dollars have at most two decimals. */
function toCents(dollars: unknown): number {
  const cents = Math.round(Number(dollars) * 100);
  if (typeof dollars !== 'number' || !Number.isSafeInteger(cents)) throw new TypeError('the price is not a number');
  return cents;
}

/** An unreadable response is always `unavailable`, whatever its status, because a proxy may have sent it. */
function failureOf({ status, body }: { status: number; body: string }): RegistrarFailure {
  const message = messageIn(body);
  if (status < 400 || message === undefined)
    return new RegistrarFailure('the answer is unreadable', { kind: 'unavailable', status });
  return new RegistrarFailure(message, { kind: kindOf(status), status });
}

function messageIn(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

interface BrokenConnection {
  name: string;
  /** A number if the deadline has expired. */
  code?: string | number;
}

function brokenConnection({ name, code = name }: BrokenConnection): RegistrarFailure {
  const reason = name === 'AbortError' ? 'timeout' : String(code);
  return new RegistrarFailure(reason, { kind: 'unavailable', isSent: !NOT_SENT.has(reason) });
}
