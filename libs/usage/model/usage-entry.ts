/** A logged request. Bodies and key values are not logged. */
export interface UsageEntry {
  at: Date;
  /** The permanent tenant that the request is counted for. */
  tenantId: string;
  /** The temporary tenant that the request belongs to; null for others. */
  temporaryId: string | null;
  keyId: string;
  method: string;
  route: string;
  status: number;
  /** Error code; null on success. */
  code: string | null;
  durationMs: number;
  /** Whether the response may have waited for an event or because of a fault; its duration is not a latency. */
  isLongPoll: boolean;
  requestId: string;
  /** Domain (in normal form) and order of the request, if known. */
  domain: string | null;
  orderId: string | null;
  /** Fault that changed the response: `header`, `storefront` or the ID of a rule; null for nearly all requests. */
  faulted: string | null;
}
