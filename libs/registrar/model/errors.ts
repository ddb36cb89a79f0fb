import { conflict, invalid, paymentRequired, unavailable } from '#platform/model';
import { shorten } from './registrar-failure.js';

export class InvalidReason extends invalid({
  code: 'INVALID_REASON',
  description: 'The reason is empty, too long, or not one line of text.',
  reproduce: 'Switch the live registrar API on or off with an empty reason.',
  message: (problem: string) => `The reason ${problem}. It is kept in the history.`,
}) {}

export class RegistrarDisabled extends unavailable({
  code: 'REGISTRAR_DISABLED',
  description: 'The live registrar API is switched off.',
  header: 'Retry-After',
  headerValue: '60',
  advice: 'Use the sandbox, or ask an operator to switch the live registrar API on. Your request is not the cause.',
  reproduce:
    'Send a request to a route under `/api/v1/registrar` while the live registrar API is switched off, which is the default.',
}) {}

export class RegistrarNotConnected extends unavailable({
  code: 'REGISTRAR_NOT_CONNECTED',
  description: 'No registrar is connected to this installation.',
  header: 'Retry-After',
  headerValue: '3600',
  advice: 'Use the sandbox.',
  reproduce: 'Switch the live registrar API on, as an operator, and search a domain with a live key.',
}) {}

export class RegistrarUnavailable extends unavailable({
  code: 'REGISTRAR_UNAVAILABLE',
  description: 'The registrar does not answer, or gets too many calls. Nothing was charged.',
  header: 'Retry-After',
  advice: 'Retry after the time in `Retry-After`.',
  reproduce: 'Let a fault rule of the sandbox that plays the registrar answer its searches with 500, and search.',
}) {
  constructor(retryAfterMs: number) {
    super(undefined, retryAfter(retryAfterMs));
  }
}

export class RegistrarMisconfigured extends unavailable({
  code: 'REGISTRAR_MISCONFIGURED',
  description: 'The registrar rejects the account of this installation. Nothing was charged.',
  retryable: false,
  advice: 'Ask an operator to check the token, the permissions and the balance at the registrar.',
  reproduce: 'Start the service with a REGISTRAR_TOKEN that the registrar does not know, and search.',
}) {}

export class ReconciliationFailed extends unavailable({
  code: 'RECONCILIATION_FAILED',
  description: 'The comparison with the registrar failed, or no worker with a registrar runs.',
  retryable: false,
  advice: 'Read the message: it quotes the registrar, or says what to start.',
  reproduce: 'Stop all workers, and compare with the registrar in the portal.',
}) {}

export class RegistrarRefused extends invalid({
  code: 'REGISTRAR_REFUSED',
  description: 'The registrar refuses the request. `error.details` has its message. Nothing was charged.',
  advice: 'Change the request as `error.details` says.',
  details: [{ field: 'domain', message: 'is refused by the registrar: Validation failed' }],
  reproduce: 'Order a domain at the registrar with an owner that it does not accept.',
}) {
  constructor(registrarMessage: string) {
    const message = `is refused by the registrar: ${shorten(registrarMessage)}`;
    super(`domain ${message}.`, { details: [{ field: 'domain', message }] });
  }
}

/** Message of `DOMAIN_TAKEN`, which does not name a holder, because the registrar does not. */
export const TAKEN = 'is already registered';

/** The account at the registrar is shared by all tenants. */
export class PurchaseInProgress extends conflict({
  code: 'PURCHASE_IN_PROGRESS',
  description: 'Another paid order for the domain has no outcome yet. Nothing was charged.',
  header: 'Retry-After',
  headerValue: '60',
  retryable: true,
  advice: 'Retry after the time in `Retry-After`. The other order can be of another tenant.',
  reproduce: 'Pay two orders for the same domain at the registrar, the second one before the first one has an outcome.',
}) {}

export class PriceChanged extends conflict({
  code: 'PRICE_CHANGED',
  description:
    'The price at the registrar has changed since the order. `error.details` has the present price. Nothing was charged.',
  advice: 'Place a new order at the present price.',
  details: [{ field: 'order_id', message: 'has another price now', amount: { currency: 'USD', total: 11.99 } }],
  reproduce:
    'Order a domain at the registrar, change `price_percent` of the sandbox that plays the registrar, and pay.',
}) {
  /** @param total the present price, in dollars */
  constructor(total: number) {
    const details = [{ field: 'order_id', message: 'has another price now', amount: { currency: 'USD', total } }];
    super(`The price is now USD ${total.toFixed(2)}. Place a new order.`, { details });
  }
}

export class InsufficientCredit extends paymentRequired({
  code: 'INSUFFICIENT_CREDIT',
  description: 'The available credit of the tenant is less than the price of the order. Nothing was charged.',
  advice: 'Ask an operator for credit, and pay the order again. `GET /registrar/account` returns the available credit.',
  reproduce: 'Pay an order at the registrar as a tenant without credit.',
}) {}

export class SpendingLimitReached extends paymentRequired({
  code: 'SPENDING_LIMIT_REACHED',
  description: 'The order exceeds the daily limit of the tenant or of the installation. Nothing was charged.',
  header: 'Retry-After',
  retryable: true,
  advice:
    'Pay the order after the time in `Retry-After`, which ends at midnight UTC, or ask an operator for a higher limit.',
  reproduce: 'Pay orders at the registrar for more than the daily limit of the tenant, which is 100.00 by default.',
}) {
  constructor(retryAfterMs: number) {
    super(undefined, retryAfter(retryAfterMs));
  }
}

const retryAfter = (ms: number) => ({ headers: { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1_000))) } });
