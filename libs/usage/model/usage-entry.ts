/** One authenticated request, as the log keeps it. Neither bodies nor anything of the key's value is kept. */
export interface UsageEntry {
  at: Date;
  tenantId: string;
  keyId: string;
  method: string;
  route: string;
  status: number;
  /** The error's code; null on success. */
  code: string | null;
  durationMs: number;
  /** The response may have waited for an event: its duration is not a latency. */
  isLongPoll: boolean;
  requestId: string;
  /** The name that it was about, in normal form, and the order, as far as that is known. */
  domain: string | null;
  orderId: string | null;
}
