import type { Owner } from '#orders/contract';
import { RegistrarNotConnected } from './model/errors.js';
import type { DomainExpiry } from './model/differences.js';
import type { HeldDomain, RecordState } from './model/purchase.js';

/** Prices of a domain in minor units of US dollars. */
export interface RegistrarPrices {
  register: number;
  renew: number;
  transfer: number;
  premium: boolean;
}

/** A registration or renewal to send to the registrar. */
export interface Submission {
  kind: 'registration' | 'renewal';
  domain: string;
  years: number;
  contact: string | null;
  privacy: boolean;
  owner: Owner;
  /** Accepted price of a premium domain in cents; null for other domains. */
  premiumPrice: number | null;
}

/**
 * A real registrar. Each method is one call, without retries.
 * @throws RegistrarFailure
 */
export abstract class RegistrarGateway {
  readonly connected: boolean = true;

  abstract check(domain: string): Promise<{ available: boolean; premium: boolean }>;
  abstract prices(domain: string): Promise<RegistrarPrices>;
  /**
   * Creates a contact for one order, and returns its ID. After a lost response, the registration is ours if it has this contact.
   * @param label ID of the order, by which unused contacts are found
   */
  abstract createLabeledContact(owner: Owner, label: string): Promise<string>;
  /** Registers or renews a domain. Returns the ID of the registration or renewal. */
  abstract submit(submission: Submission): Promise<string>;
  /** Reads a domain of the account; null if the account does not hold it. */
  abstract find(domain: string): Promise<HeldDomain | null>;
  /** Reads the state of a registration or renewal. */
  abstract poll(submission: Pick<Submission, 'kind' | 'domain'>, id: string): Promise<RecordState>;

  /** Reads a page of the domains of the account; pages start at 1. */
  abstract list(page: number): Promise<{ domains: DomainExpiry[]; isLast: boolean }>;

  /** Reads a page of the contacts of the account, with their labels; pages start at 1. */
  abstract listContacts(page: number): Promise<{ contacts: { id: string; label: string }[]; isLast: boolean }>;
  /** Deletes a contact that no domain uses. */
  abstract deleteContact(contact: string): Promise<void>;

  /** @throws RegistrarNotConnected */
  requireConnected(): void {
    if (!this.connected) throw new RegistrarNotConnected();
  }
}

/** The gateway of an installation without a registrar. */
export class NotConnected extends RegistrarGateway {
  override readonly connected = false;

  async check(): Promise<never> {
    throw new RegistrarNotConnected();
  }
  prices = this.check;
  createLabeledContact = this.check;
  submit = this.check;
  find = this.check;
  poll = this.check;
  list = this.check;
  listContacts = this.check;
  deleteContact = this.check;
}
