import { conflict, invalid, notFound } from '#platform/model';

export class NothingPending extends notFound({
  code: 'NOTHING_PENDING',
  description: 'The domain has no order to decide, or no email address to verify.',
  advice:
    'To decide, first pay an order for a name that the registry decides later, for example `pending.com`. To verify, first register a domain with an address that begins with `unverified`.',
  reproduce: 'Decide the order of a domain that you have not ordered.',
}) {}

export class OrderNotCancelable extends conflict({
  code: 'ORDER_NOT_CANCELABLE',
  description: 'The order cannot be canceled in its state.',
  advice: 'Cancel a transfer before its end, or a registration while its `domain_status` is `action_required`.',
  reproduce: 'Cancel an order that is not paid.',
}) {}

export class NotRegistered extends conflict({
  code: 'NOT_REGISTERED',
  description: 'The domain is not registered, so it cannot be transferred.',
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
  description: 'The auth code is wrong.',
  advice: 'Get the code from the registrar that holds the domain.',
  reproduce: 'Transfer `taken.com` with the auth code `wrong-code`.',
}) {
  constructor() {
    super('The auth code is wrong.', {
      details: [{ field: 'auth_code', message: 'must be the auth code of the domain' }],
    });
  }
}
