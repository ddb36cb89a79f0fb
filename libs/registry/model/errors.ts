import { conflict, invalid, notFound } from '#platform/model';

export class NothingPending extends notFound({
  code: 'NOTHING_PENDING',
  description: 'The tenant has nothing for this domain that waits for the registry, or to be verified.',
  advice: 'Pay an order of a name that the registry decides later, for example `pending.com`.',
  reproduce: 'Decide about a domain that nobody has ordered.',
}) {}

export class OrderNotCancelable extends conflict({
  code: 'ORDER_NOT_CANCELABLE',
  description: 'The order cannot be canceled in its state.',
  advice: 'Cancel a transfer before its end, or a registration while it waits for somebody (`action_required`).',
  reproduce: 'Cancel an order that is not paid.',
}) {}

export class NotRegistered extends conflict({
  code: 'NOT_REGISTERED',
  description: 'Nobody has registered the domain, so that it cannot be transferred.',
  advice: 'Order its registration instead.',
  reproduce: 'Transfer a domain that is available.',
}) {}

export class DomainLocked extends conflict({
  code: 'DOMAIN_LOCKED',
  description: 'The domain is locked against transfers.',
  advice:
    'Unlock the domain at the registrar that holds it, then try again. To unlock your own registration, set `locked` to false.',
  reproduce: 'Transfer `locked-taken.com`, or get the auth code of a new registration.',
}) {}

export class InvalidAuthCode extends invalid({
  code: 'INVALID_AUTH_CODE',
  description: 'The auth code is not that of the domain.',
  advice: 'Get the code from the registrar that holds the domain.',
  reproduce: 'Transfer `taken.com` with the auth code `wrong-code`.',
}) {
  constructor() {
    super('The auth code is not that of the domain.', {
      details: [{ field: 'auth_code', message: 'must be the code of the domain' }],
    });
  }
}
