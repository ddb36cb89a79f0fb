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
  /** The answer waited for something to happen: its time is no latency. */
  held: boolean;
  requestId: string;
  /** The name that it was about, in normal form, and the order, as far as that is known. */
  domain: string | null;
  orderId: string | null;
}
