/** What the back end answers with. */
export type {
  AuditEntry,
  AuditPage,
  PeopleView,
  PersonView,
  PersonWithPassword,
  SessionsEnded,
} from '#accounts/contract';
export type { AttemptView, DeliveryDetail, DeliveryView, ReceiverView, RecoveryView } from '#webhooks/contract';

export interface Tenant {
  slug: string;
  name: string;
  currency: string;
  host: string | null;
  suspended: boolean;
  created_at: string;
}

export type Scope = 'sandbox' | 'live';

export interface Key {
  id: string;
  name: string;
  hint: string;
  scope: Scope;
  permissions: string[];
  limit: number;
  status: 'active' | 'expired' | 'revoked';
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  rolled_to: string | null;
}

export interface Keys {
  keys: Key[];
  permissions: Record<Scope, string[]>;
}

export interface KeyWithValue {
  key: Key;
  value: string;
}

export interface Figures {
  requests: number;
  errors: number;
  p95_ms: number | null;
  registrations: number;
}

export interface OverviewView {
  ranges: Record<'hour' | 'day' | 'week', Figures>;
  keys: number;
  receivers: number;
  first_request_at: string | null;
}

export interface SeriesView {
  step_seconds: number;
  series: { name: string; label: string; points: { at: string; requests: number }[] }[];
}

export interface LatencyView {
  step_seconds?: number;
  points: { at: string; p50_ms: number; p95_ms: number; p99_ms: number }[];
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
}

export interface RankedErrors {
  errors: { code: string; status: number; requests: number; last_at: string; advice: string }[];
}

export interface RequestView {
  id: string;
  at: string;
  request_id: string;
  key: { id: string; name: string; hint: string } | null;
  method: string;
  endpoint: string;
  status: number;
  code: string | null;
  duration_ms: number;
  domain: string | null;
  curl: string;
}

export interface RequestPage {
  requests: RequestView[];
  next: string | null;
}

export interface OrderView {
  id: string;
  domain: string;
  status: 'created' | 'paid';
  years: number;
  currency: string;
  total: number;
  created_at: string;
  paid_at: string | null;
  owner: { first_name: string; last_name: string; email: string };
}

export interface OrderPage {
  orders: OrderView[];
  next: string | null;
}

export interface DomainView {
  domain: string;
  tld: string;
  order_id: string;
  registered_at: string;
  expires_at: string;
}

export interface DomainPage {
  domains: DomainView[];
  next: string | null;
}

export interface SwitchView {
  state: 'on' | 'off';
  reason: string | null;
  changed_by: string | null;
  changed_at: string | null;
  connected: boolean;
}

export interface SwitchPage {
  entries: { state: 'on' | 'off'; reason: string | null; changed_by: string; changed_at: string }[];
  next: string | null;
}

export type TryCall = 'search' | 'order' | 'checkout' | 'registrar.search';

export interface TryResult {
  request: { method: string; path: string; headers: Record<string, string>; body: unknown };
  response: { status: number; headers: Record<string, string>; body: unknown; duration_ms: number };
}
