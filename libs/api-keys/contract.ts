/** A key as the command line and the portal show it; never its value. */
export interface KeyView {
  id: string;
  name: string;
  /** Prefix, first and last four random characters. */
  hint: string;
  scope: 'sandbox' | 'live';
  permissions: string[];
  /** Requests a minute. */
  limit: number;
  status: 'active' | 'expired' | 'revoked';
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}
