import type { Facade, OperationName } from '#identity/access/model';
import { type Exchange, sizeOf } from './exchange.js';

/** A logged request. API keys are not logged, and bodies are redacted. */
export interface UsageEntry {
  at: Date;
  /** The permanent tenant that the request is counted for. */
  tenantId: string;
  /** The temporary tenant that the request belongs to; null for a permanent tenant. */
  temporaryId: string | null;
  keyId: string;
  method: string;
  route: string;
  status: number;
  /** Error code; null on success. */
  code: string | null;
  durationMs: number;
  /** Whether the response may have been delayed on purpose, by a long poll or a fault. Latencies exclude it. */
  mayHaveWaited: boolean;
  requestId: string;
  /** Domain (in normal form) and order of the request, if known. */
  domain: string | null;
  orderId: string | null;
  /** Fault that changed the response: `header`, `storefront` or the ID of a rule; null for nearly all requests. */
  faulted: string | null;
  /** Kind and phase of that fault, such as `reset/after`; null for requests of earlier releases. */
  faultKind?: string | null;
  /** Hash of the idempotency key. */
  idempotencyKey?: string | null;
  /** Hash of the payment reference. */
  paymentReference?: string | null;
  /** Whether the response repeats an earlier result. */
  isReplayed?: boolean | null;
  userAgent?: string | null;
  /** The facade that answered; null for nearly all requests. */
  facade?: Facade | null;
  /** The last operation that a request to a facade has begun. For other requests, the route determines the operation. */
  operation?: OperationName | null;
  /** The headers and bodies, if they are kept. */
  exchange?: Exchange | undefined;
}

/** Memory in bytes that the exchange of an entry needs until it is written. */
export const exchangeSize = ({ exchange }: UsageEntry): number => (exchange ? sizeOf(exchange) : 0);
