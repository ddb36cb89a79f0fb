import { type BrokenField, type BusinessTime, conflict, invalid, notFound } from '#platform/model';
import type { Decision } from './availability.js';

/** The text cannot be registered as a domain. The message says what is wrong with it. */
export class InvalidDomain extends invalid({
  code: 'INVALID_DOMAIN',
  description: 'The text is not a valid domain.',
  advice: 'Send one label and a TLD, for example my-shop.com, without a scheme, `www` or a path.',
  reproduce: 'Search `-example.com`.',
}) {}

/** The contract spells this code in lower case, unlike all others. */
export class UnsupportedTld extends invalid({
  code: 'unsupported_tld',
  description: 'The TLD is not in the catalogue.',
  advice: 'Offer your customers domains of another TLD.',
  reproduce: 'Search `example.invalid`.',
}) {
  /** @param tld the last label in its ASCII form, without a dot */
  constructor(readonly tld: string) {
    super(`Names under .${tld} are not in the catalogue.`);
  }
}

/** Registrations of other tenants get the same error. */
export class RegistrationNotFound extends notFound({
  code: 'REGISTRATION_NOT_FOUND',
  description: 'The tenant has not registered the domain.',
  advice: 'Order the domain and check out first. Each tenant has its own registrations.',
  reproduce: 'Get the registration of `google.com`.',
}) {}

export class TermTooLong extends invalid({
  code: 'TERM_TOO_LONG',
  description: 'The registration would expire more than 10 years from now.',
  advice: 'Renew for fewer years.',
  reproduce: 'Register a domain for 10 years, then order its renewal for one year.',
}) {
  constructor(expiresAt: BusinessTime) {
    const message = `must be fewer; the registration expires at ${expiresAt.toISOString()}; it cannot be extended to more than 10 years from now`;
    super(`years ${message}.`, { details: [{ field: 'years', message }] });
  }
}

export class RegistrationReleased extends conflict({
  code: 'REGISTRATION_RELEASED',
  description: 'The registration that the order renews no longer exists. Nothing was charged.',
  advice: 'Search the domain, and register it again if it is available.',
  reproduce: 'Order a renewal, and check out after the registration was released.',
}) {}

/** Rules that make a domain taken. */
type TakenBy = Extract<Decision, { availability: 'taken' }>['rule'];

const PROBLEMS: Record<TakenBy, string> = {
  'reserved-name': 'is a reserved name, which is taken under every TLD',
  word: 'contains the word "taken" or "registered", which makes every domain taken',
  registered: 'is already registered by this tenant',
  pending: 'waits for the decision of the registry about an order of this tenant',
};

const detailOf = (rule: TakenBy, message = PROBLEMS[rule]): BrokenField => ({ field: 'domain', message, rule });

/** The tenant holds or has reserved the domain, or the catalogue says that it is taken. */
export class DomainTaken extends conflict({
  code: 'DOMAIN_TAKEN',
  description: 'The domain is already registered. `error.details` names the rule that decided it.',
  advice: 'Search before you order, and offer the suggestions of the search.',
  details: [detailOf('registered')],
  reproduce:
    'Order `google.com` (rule `reserved-name`), `already-taken.com` (`word`), or a domain that you have registered (`registered`).',
}) {
  /** @param problem replaces the message of the rule */
  constructor(domain: string, rule: TakenBy, problem?: string) {
    super(
      `${domain} is ${rule === 'pending' ? 'reserved by an order that waits for the registry' : 'already registered'}.`,
      { details: [detailOf(rule, problem)] },
    );
  }
}

export class AlreadyHeld extends conflict({
  code: 'ALREADY_HELD',
  description: 'The tenant holds the domain already. Nothing was charged.',
  advice: 'Renew the registration instead.',
  reproduce: 'Transfer `taken.com` and let the transfer end, then order its transfer again.',
}) {}

export class TransferPending extends conflict({
  code: 'TRANSFER_PENDING',
  description: 'A transfer of the domain by the tenant is under way. Nothing was charged.',
  advice: 'Wait until the transfer has ended, or cancel its order.',
  reproduce: 'Pay the transfer of `taken.com`, then order its transfer again.',
}) {}
