/** Why a request could not be authenticated. The response tells only whether the credentials are missing. */
export type Rejection = 'unknown' | 'expired' | 'wrong_tenant' | 'suspended' | 'malformed' | 'missing';

/** What a request without valid credentials claimed, for the log. It does not contain the complete key. */
export interface RejectedKey {
  reason: Rejection;
  /** Slug in `X-Tenant`; null if it is missing or malformed. */
  tenant: string | null;
  /** Whether there is such a tenant; false if that was not looked up. */
  isKnownTenant: boolean;
  /** Prefix, first and last four random characters, and hash of a well-formed key. */
  key: { start: string; end: string; hash: string } | null;
}
