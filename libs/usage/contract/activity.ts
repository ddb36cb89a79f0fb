import { NullableDateTime } from '#platform/contract';
import { TotalsView } from './charts.js';

export class TenantActivity extends TotalsView {
  /** Slug of the tenant. @example demo */
  tenant: string;

  @NullableDateTime('Time of the last request in the log; null if there was none in 30 days.')
  last_request_at: string | null;
}

export class TenantActivityList {
  /** Tenants, sorted by slug, with their requests of the last 24 hours. */
  tenants: TenantActivity[];
}
