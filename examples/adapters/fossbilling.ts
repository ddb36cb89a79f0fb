import type { Nameyard } from '@nameyard/client';
import { type Owner, Purchases, withoutEmpty } from './purchase.js';

interface Contact {
  firstName: string;
  lastName: string;
  email: string;
  company?: string;
  address1?: string;
  address2?: string;
  city?: string;
  state?: string;
  zip?: string;
  country?: string;
}

/** The members of FOSSBilling's `Registrar_Domain` that the adapter reads and sets. */
export interface RegistrarDomain {
  sld: string;
  /** With a leading dot, as FOSSBilling has it. */
  tld: string;
  /** Years. */
  registrationPeriod?: number;
  ns?: string[];
  epp?: string;
  contactRegistrar?: Contact;
  privacyEnabled?: boolean;
  locked?: boolean;
  /** Unix seconds. */
  registrationTime?: number;
  expirationTime?: number;
}

const nameOf = ({ sld, tld }: RegistrarDomain) => `${sld}${tld}`.toLowerCase();

/** FOSSBilling's registrar adapter. Its methods return true, or throw. */
export class FossBillingAdapter {
  readonly #purchases: Purchases;

  constructor(private readonly nameyard: Nameyard) {
    this.#purchases = new Purchases(nameyard);
  }

  static getConfig() {
    return {
      label: 'Sells domains of Nameyard.',
      form: {
        baseUrl: ['text', { label: 'Address of the API', description: 'It ends in /api/v1.' }],
        tenant: ['text', { label: 'Tenant' }],
        apiKey: ['password', { label: 'API key' }],
      },
    };
  }

  async isDomainAvailable(domain: RegistrarDomain): Promise<boolean> {
    const { status } = await this.nameyard.domains.search(nameOf(domain));
    return status !== 'taken';
  }

  async isDomaincanBeTransferred(domain: RegistrarDomain): Promise<boolean> {
    const { status, meta } = await this.nameyard.domains.search(nameOf(domain));
    return status === 'taken' && meta.rule !== 'registered' && meta.rule !== 'pending';
  }

  async modifyNs(domain: RegistrarDomain): Promise<true> {
    return this.#update(domain, { nameservers: domain.ns ?? [] });
  }

  async modifyContact(domain: RegistrarDomain): Promise<true> {
    return this.#update(domain, { contact: ownerOf(domain) });
  }

  /** Throws `InProgress` until the transfer has ended. */
  async transferDomain(domain: RegistrarDomain): Promise<true> {
    const name = nameOf(domain);
    const request = { domain: name, auth_code: domain.epp ?? '', owner: ownerOf(domain) };
    await this.#purchases.complete(name, () => this.nameyard.domains.transfer(request));
    return true;
  }

  async getDomainDetails(domain: RegistrarDomain): Promise<RegistrarDomain> {
    const found = await this.nameyard.registrations.get(nameOf(domain));
    return {
      ...domain,
      ns: found.nameservers,
      privacyEnabled: found.privacy,
      locked: found.locked,
      registrationTime: Date.parse(found.registered_at) / 1_000,
      expirationTime: Date.parse(found.expires_at) / 1_000,
      ...(found.contact && { contactRegistrar: contactOf(found.contact) }),
    };
  }

  async getEpp(domain: RegistrarDomain): Promise<string> {
    return (await this.nameyard.registrations.authCode(nameOf(domain))).auth_code;
  }

  /** Throws `InProgress` until the registry has decided. Called again, it goes on with the same order. */
  async registerDomain(domain: RegistrarDomain): Promise<true> {
    const name = nameOf(domain);
    const { registrationPeriod: years = 1, ns: nameservers } = domain;
    const request = { domain: name, years, owner: ownerOf(domain), settings: withoutEmpty({ nameservers }) };
    await this.#purchases.complete(name, () => this.nameyard.domains.order(request));
    return true;
  }

  async renewDomain(domain: RegistrarDomain): Promise<true> {
    const name = nameOf(domain);
    const { registrationPeriod: years = 1 } = domain;
    await this.#purchases.complete(name, () => this.nameyard.domains.renew({ domain: name, years }));
    return true;
  }

  async deleteDomain(domain: RegistrarDomain): Promise<true> {
    await this.nameyard.registrations.delete(nameOf(domain));
    return true;
  }

  async enablePrivacyProtection(domain: RegistrarDomain): Promise<true> {
    return this.#update(domain, { privacy: true });
  }

  async disablePrivacyProtection(domain: RegistrarDomain): Promise<true> {
    return this.#update(domain, { privacy: false });
  }

  async lock(domain: RegistrarDomain): Promise<true> {
    return this.#update(domain, { locked: true });
  }

  async unlock(domain: RegistrarDomain): Promise<true> {
    return this.#update(domain, { locked: false });
  }

  async #update(domain: RegistrarDomain, change: Parameters<Nameyard['registrations']['update']>[1]): Promise<true> {
    await this.nameyard.registrations.update(nameOf(domain), change);
    return true;
  }
}

function ownerOf({ contactRegistrar: contact }: RegistrarDomain): Owner {
  if (!contact) throw new Error('The domain has no registrant.');
  return {
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
    ...withoutEmpty({
      organization: contact.company,
      address1: contact.address1,
      address2: contact.address2,
      city: contact.city,
      state: contact.state,
      postal_code: contact.zip,
      country: contact.country,
    }),
  };
}

const contactOf = (owner: Owner): Contact => ({
  firstName: owner.first_name,
  lastName: owner.last_name,
  email: owner.email,
  ...withoutEmpty({
    company: owner.organization ?? '',
    address1: owner.address1 ?? '',
    address2: owner.address2 ?? '',
    city: owner.city ?? '',
    state: owner.state ?? '',
    zip: owner.postal_code ?? '',
    country: owner.country ?? '',
  }),
});
