/** One authenticated request, as the log keeps it. */
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
  requestId: string;
}
