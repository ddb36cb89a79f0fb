import { type Nameyard, RegistrationNotFoundError } from '@nameyard/client';
import { type Owner, Purchases, type Registration, withoutEmpty } from './purchase.js';

interface DomainParams {
  sld: string;
  tld: string;
}

interface ContactParams {
  name?: string;
  organisation?: string;
  email: string;
  address1?: string;
  city?: string;
  state?: string;
  postcode?: string;
  country_code?: string;
}

type Nameservers = Partial<Record<`ns${1 | 2 | 3 | 4 | 5}`, { host: string }>>;

interface RegisterParams extends DomainParams {
  renew_years: number;
  registrant: ContactParams;
  nameservers?: Nameservers;
  whois_privacy?: boolean;
  additional_fields?: Owner['extra'];
}

interface TransferParams extends DomainParams {
  epp_code: string;
  registrant: ContactParams;
  whois_privacy?: boolean;
  additional_fields?: Owner['extra'];
}

const nameOf = ({ sld, tld }: DomainParams) => `${sld}.${tld.replace(/^\./, '')}`.toLowerCase();

/** Upmind's domain names provider. */
export class UpmindAdapter {
  readonly #purchases: Purchases;
  /** Cursor of the events that have been read. */
  #cursor: string | undefined;
  /** Notifications beyond the limit of the last `poll`. */
  #waiting: ReturnType<typeof notificationOf>[] = [];

  constructor(private readonly nameyard: Nameyard) {
    this.#purchases = new Purchases(nameyard);
  }

  /** The first call only starts to follow the events. */
  async poll({ limit }: { limit: number }) {
    const { events, next } = await this.nameyard.events.list({ wait: 0, ...(this.#cursor && { after: this.#cursor }) });
    this.#cursor = next;
    this.#waiting.push(...events.filter(({ type }) => type in NOTIFICATIONS).map(notificationOf));
    return { notifications: this.#waiting.splice(0, limit) };
  }

  async domainAvailabilityCheck({ sld, tlds }: { sld: string; tlds: string[] }) {
    const domains = tlds.map(tld => nameOf({ sld, tld }));
    const { results } = await this.nameyard.domains.check({ domains });
    return {
      domains: results.map(({ domain, tld, status, rule, error }, i) => ({
        domain,
        tld: tld ?? tlds[i]!,
        can_register: status === 'available' || status === 'premium',
        can_transfer: status === 'taken' && rule !== 'registered' && rule !== 'pending',
        is_premium: status === 'premium',
        description: error?.message ?? status!,
      })),
    };
  }

  /** Throws `InProgress` until the registry has decided. Called again, it goes on with the same order. */
  async register(params: RegisterParams) {
    const domain = nameOf(params);
    const { renew_years: years, registrant, additional_fields, nameservers, whois_privacy } = params;
    const hosts = hostsOf(nameservers ?? {});
    const settings = { ...(hosts.length > 0 && { nameservers: hosts }), ...withoutEmpty({ privacy: whois_privacy }) };
    const owner = ownerOf(registrant, additional_fields);
    const registered = await this.#find(params);
    if (registered) return registered;
    await this.#purchases.complete(domain, () => this.nameyard.domains.order({ domain, years, owner, settings }));
    return this.getInfo(params);
  }

  /** Throws `InProgress` until the transfer has ended. */
  async transfer(params: TransferParams) {
    const registered = await this.#find(params);
    if (registered) return registered;
    await this.#purchases.complete(nameOf(params), () => this.#orderTransfer(params));
    return this.getInfo(params);
  }

  async initiateTransfer(params: TransferParams) {
    const domain = nameOf(params);
    const registered = await this.#find(params);
    if (registered) return { domain, transfer_status: 'complete', domain_info: registered } as const;
    const { order_id } = await this.#purchases.start(domain, () => this.#orderTransfer(params));
    return { domain, transfer_status: 'in_progress', transfer_order_id: order_id } as const;
  }

  async finishTransfer({ transfer_order_id, ...params }: DomainParams & { transfer_order_id: string }) {
    await this.#purchases.complete(nameOf(params), () => Promise.resolve({ order_id: transfer_order_id }));
    return this.getInfo(params);
  }

  async renew({ renew_years, ...params }: DomainParams & { renew_years: number }) {
    const domain = nameOf(params);
    await this.#purchases.complete(domain, () => this.nameyard.domains.renew({ domain, years: renew_years }));
    return this.getInfo(params);
  }

  async getInfo(params: DomainParams) {
    return infoOf(await this.nameyard.registrations.get(nameOf(params)));
  }

  async updateRegistrantContact({ contact, ...params }: DomainParams & { contact: ContactParams }) {
    const updated = await this.nameyard.registrations.update(nameOf(params), { contact: ownerOf(contact) });
    return contactOf(updated.contact);
  }

  async updateNameservers({ sld, tld, ...nameservers }: DomainParams & Nameservers) {
    const updated = await this.nameyard.registrations.update(nameOf({ sld, tld }), {
      nameservers: hostsOf(nameservers),
    });
    return nameserversOf(updated);
  }

  async setLock({ lock, ...params }: DomainParams & { lock: boolean }) {
    return infoOf(await this.nameyard.registrations.update(nameOf(params), { locked: lock }));
  }

  async setAutoRenew({ auto_renew, ...params }: DomainParams & { auto_renew: boolean }) {
    return infoOf(await this.nameyard.registrations.update(nameOf(params), { auto_renew }));
  }

  async getEppCode(params: DomainParams) {
    return { epp_code: (await this.nameyard.registrations.authCode(nameOf(params))).auth_code };
  }

  /** IPS tags exist at the registry of .uk only. */
  async updateIpsTag(): Promise<never> {
    throw new Error('Nameyard has no IPS tags.');
  }

  /** Undefined if the tenant has not registered the domain. */
  async #find(params: DomainParams) {
    try {
      return await this.getInfo(params);
    } catch (error) {
      if (error instanceof RegistrationNotFoundError) return undefined;
      throw error;
    }
  }

  #orderTransfer({ epp_code, registrant, additional_fields, whois_privacy, ...params }: TransferParams) {
    return this.nameyard.domains.transfer({
      domain: nameOf(params),
      auth_code: epp_code,
      owner: ownerOf(registrant, additional_fields),
      settings: withoutEmpty({ privacy: whois_privacy }),
    });
  }
}

/** Upmind's types of notifications. It has none for a failed order, for which it repeats the call. */
const NOTIFICATIONS: Record<string, string> = {
  'domain.verification_due': 'data_quality',
  'domain.transferred_in': 'transfer_in',
  'domain.transferred_away': 'transfer_out',
  'domain.renewed': 'renewed',
  'domain.suspended': 'suspended',
  'domain.deleted': 'deleted',
  'domain.released': 'deleted',
};

interface Event {
  id: string;
  type: string;
  timestamp: string;
  data: { domain: string };
}

const notificationOf = ({ id, type, timestamp, data }: Event) => ({
  id,
  type: NOTIFICATIONS[type]!,
  message: `${type} of ${data.domain}`,
  domains: [data.domain],
  created_at: timeOf(timestamp),
});

const infoOf = (registration: Registration) => ({
  id: registration.order_id ?? registration.domain,
  domain: registration.domain,
  statuses: registration.suspended ? [registration.status, 'suspended'] : [registration.status],
  locked: registration.locked,
  whois_privacy: registration.privacy,
  auto_renew: registration.auto_renew,
  registrant: contactOf(registration.contact),
  ns: nameserversOf(registration),
  created_at: timeOf(registration.registered_at),
  updated_at: null,
  expires_at: timeOf(registration.expires_at),
});

/** `Y-m-d H:i:s`, in UTC. */
const timeOf = (time: string) => time.slice(0, 19).replace('T', ' ');

const hostsOf = (nameservers: Nameservers): string[] =>
  ([1, 2, 3, 4, 5] as const).flatMap(i => nameservers[`ns${i}`]?.host ?? []);

const nameserversOf = ({ nameservers }: Registration): Nameservers =>
  Object.fromEntries(nameservers.slice(0, 5).map((host, i) => [`ns${i + 1}`, { host }]));

/** Upmind has one name; the last word is the last name. */
function ownerOf({ name = '', email, ...contact }: ContactParams, extra?: Owner['extra']): Owner {
  const words = name.trim().split(/\s+/);
  const last_name = words.pop()!;
  return {
    first_name: words.join(' ') || last_name,
    last_name,
    email,
    ...withoutEmpty({
      organization: contact.organisation,
      address1: contact.address1,
      city: contact.city,
      state: contact.state,
      postal_code: contact.postcode,
      country: contact.country_code,
      extra,
    }),
  };
}

const contactOf = (contact: Registration['contact']) =>
  contact && {
    name: `${contact.first_name} ${contact.last_name}`,
    organisation: contact.organization ?? null,
    email: contact.email,
    address1: contact.address1 ?? null,
    city: contact.city ?? null,
    state: contact.state ?? null,
    postcode: contact.postal_code ?? null,
    country_code: contact.country ?? null,
  };
