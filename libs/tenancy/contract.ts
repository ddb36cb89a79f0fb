/** A tenant as the command line and the portal show it. */
export interface TenantView {
  id: string;
  slug: string;
  name: string;
  /** ISO 4217. */
  currency: string;
  host: string | null;
  created_at: string;
}
