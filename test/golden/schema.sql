CREATE TABLE api_keys.keys (
  id text NOT NULL,
  tenant_id text NOT NULL,
  name text NOT NULL,
  hash text NOT NULL,
  start text NOT NULL,
  "end" text NOT NULL,
  scope text NOT NULL,
  permissions text[] NOT NULL,
  rate_limit integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  rolled_to text,
  CONSTRAINT keys_hash_key UNIQUE (hash),
  CONSTRAINT keys_pkey PRIMARY KEY (id)
);
CREATE INDEX keys_tenant ON api_keys.keys USING btree (tenant_id, created_at);

CREATE TABLE checkout.payments (
  tenant_id text NOT NULL,
  reference text NOT NULL,
  order_id text NOT NULL,
  method text NOT NULL,
  currency text NOT NULL,
  total integer NOT NULL,
  paid_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT payments_pkey PRIMARY KEY (tenant_id, reference)
);

CREATE TABLE domains.registrations (
  tenant_id text NOT NULL,
  domain text NOT NULL,
  tld text NOT NULL,
  order_id text,
  registered_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  nameservers jsonb,
  locked boolean NOT NULL DEFAULT true,
  auto_renew boolean NOT NULL DEFAULT false,
  privacy boolean NOT NULL DEFAULT false,
  payment_method text NOT NULL DEFAULT 'test'::text,
  contact jsonb,
  verification_due_at timestamp(3) with time zone,
  suspended boolean NOT NULL DEFAULT false,
  CONSTRAINT registrations_pkey PRIMARY KEY (tenant_id, domain),
  CONSTRAINT registrations_term CHECK (((registered_at IS NULL) = (expires_at IS NULL)))
);
CREATE INDEX registrations_auto_renew ON domains.registrations USING btree (tenant_id, expires_at, domain) WHERE auto_renew;
CREATE INDEX registrations_expiry ON domains.registrations USING btree (tenant_id, expires_at, domain);
CREATE INDEX registrations_tenant ON domains.registrations USING btree (tenant_id, registered_at, domain);
CREATE INDEX registrations_verification ON domains.registrations USING btree (tenant_id, verification_due_at, domain) WHERE ((verification_due_at IS NOT NULL) AND (NOT suspended));

CREATE TABLE facades.contact_uses (
  tenant_id text NOT NULL,
  order_id text NOT NULL,
  contact_id integer NOT NULL,
  CONSTRAINT contact_uses_pkey PRIMARY KEY (tenant_id, order_id)
);
CREATE INDEX contact_uses_contact ON facades.contact_uses USING btree (tenant_id, contact_id);

CREATE TABLE facades.contacts (
  tenant_id text NOT NULL,
  id integer NOT NULL,
  details jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT contacts_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE facades.last_numbers (
  tenant_id text NOT NULL,
  kind text NOT NULL,
  last integer NOT NULL,
  CONSTRAINT last_numbers_pkey PRIMARY KEY (tenant_id, kind)
);

CREATE TABLE facades.numbers (
  tenant_id text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  id integer NOT NULL,
  CONSTRAINT numbers_id UNIQUE (tenant_id, kind, id),
  CONSTRAINT numbers_pkey PRIMARY KEY (tenant_id, kind, key)
);

CREATE TABLE identity.identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  person_id text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT identities_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE,
  CONSTRAINT identities_person_key UNIQUE (person_id, issuer),
  CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject)
);

CREATE TABLE identity.links (
  id text NOT NULL,
  person_id text NOT NULL,
  kind text NOT NULL,
  hash text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  ending text,
  CONSTRAINT links_ending_check CHECK ((ending = ANY (ARRAY['used'::text, 'revoked'::text, 'superseded'::text, 'obsolete'::text]))),
  CONSTRAINT links_hash_key UNIQUE (hash),
  CONSTRAINT links_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'reset'::text]))),
  CONSTRAINT links_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE,
  CONSTRAINT links_pkey PRIMARY KEY (id)
);
CREATE INDEX links_expires ON identity.links USING btree (expires_at);
CREATE INDEX links_person ON identity.links USING btree (person_id, created_at);

CREATE TABLE identity.login_limits (
  key character varying(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT login_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX login_limits_expire ON identity.login_limits USING btree (expire);

CREATE TABLE identity.passkeys (
  id text NOT NULL,
  person_id text NOT NULL,
  name text NOT NULL,
  rp_id text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  aaguid text,
  backed_up boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone,
  CONSTRAINT passkeys_credential_key UNIQUE (credential_id),
  CONSTRAINT passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id)
);
CREATE INDEX passkeys_person ON identity.passkeys USING btree (person_id, created_at);
CREATE INDEX passkeys_rp ON identity.passkeys USING btree (rp_id);

CREATE TABLE identity.people (
  id text NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  tenant_ids text[] NOT NULL,
  password_hash text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  disabled_at timestamp(3) with time zone,
  generation integer NOT NULL DEFAULT 0,
  owners_masked boolean NOT NULL DEFAULT false,
  CONSTRAINT people_email_key UNIQUE (email),
  CONSTRAINT people_pkey PRIMARY KEY (id),
  CONSTRAINT people_role_check CHECK ((role = ANY (ARRAY['operator'::text, 'developer'::text])))
);

CREATE TABLE identity.recovery_codes (
  person_id text NOT NULL,
  hash text NOT NULL,
  CONSTRAINT recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (person_id, hash)
);

CREATE TABLE identity.sessions (
  id text NOT NULL,
  token_hash text NOT NULL,
  person_id text NOT NULL,
  address text,
  agent text,
  created_at timestamp(3) with time zone NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  method text,
  CONSTRAINT sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_created ON identity.sessions USING btree (created_at);
CREATE INDEX sessions_person ON identity.sessions USING btree (person_id, created_at DESC);

CREATE TABLE identity.tokens (
  id text NOT NULL,
  person_id text NOT NULL,
  name text NOT NULL,
  hash text NOT NULL,
  start text NOT NULL,
  "end" text NOT NULL,
  tenant_ids text[],
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  read_only boolean NOT NULL DEFAULT false,
  CONSTRAINT tokens_hash_key UNIQUE (hash),
  CONSTRAINT tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE,
  CONSTRAINT tokens_pkey PRIMARY KEY (id)
);
CREATE INDEX tokens_expires ON identity.tokens USING btree (expires_at);
CREATE INDEX tokens_person ON identity.tokens USING btree (person_id, created_at);

CREATE TABLE identity.totp (
  person_id text NOT NULL,
  sealed text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  confirmed_at timestamp(3) with time zone,
  last_step integer NOT NULL,
  CONSTRAINT totp_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.people(id) ON DELETE CASCADE,
  CONSTRAINT totp_pkey PRIMARY KEY (person_id)
);

CREATE TABLE identity.used_challenges (
  hash text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT used_challenges_pkey PRIMARY KEY (hash)
);
CREATE INDEX used_challenges_expires ON identity.used_challenges USING btree (expires_at);

CREATE TABLE orders.orders (
  id text NOT NULL,
  tenant_id text NOT NULL,
  domain text NOT NULL,
  tld text NOT NULL,
  years integer NOT NULL,
  currency text NOT NULL,
  total integer NOT NULL,
  owner jsonb,
  status text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  paid_at timestamp(3) with time zone,
  channel text NOT NULL DEFAULT 'api'::text,
  renews text,
  registered_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  kind text NOT NULL DEFAULT 'registration'::text,
  is_plain boolean NOT NULL DEFAULT true,
  settings jsonb,
  domain_status text,
  outcome text,
  due_at timestamp(3) with time zone,
  reason text,
  refunded_at timestamp(3) with time zone,
  delivery jsonb,
  CONSTRAINT orders_paid CHECK (((status = 'created'::text) = (paid_at IS NULL))),
  CONSTRAINT orders_pending CHECK (((due_at IS NULL) OR (domain_status = 'pending'::text))),
  CONSTRAINT orders_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT orders_refunded CHECK (((status = 'refunded'::text) = (refunded_at IS NOT NULL)))
);
CREATE INDEX orders_domain ON orders.orders USING btree (tenant_id, domain COLLATE "C", id);
CREATE INDEX orders_kind ON orders.orders USING btree (tenant_id, kind, id) WHERE (kind <> 'registration'::text);
CREATE INDEX orders_renewed ON orders.orders USING btree (tenant_id, paid_at) WHERE ((renews IS NOT NULL) AND (paid_at IS NOT NULL));
CREATE INDEX orders_status ON orders.orders USING btree (tenant_id, status, id);

CREATE TABLE orders.undecided (
  tenant_id text NOT NULL,
  order_id text NOT NULL,
  domain text NOT NULL,
  outcome text NOT NULL,
  due_at timestamp(3) with time zone,
  CONSTRAINT undecided_order FOREIGN KEY (tenant_id, order_id) REFERENCES orders.orders(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT undecided_pkey PRIMARY KEY (tenant_id, order_id)
);
CREATE INDEX undecided_due ON orders.undecided USING btree (tenant_id, due_at, domain COLLATE "C") WHERE (due_at IS NOT NULL);

CREATE TABLE platform.audit (
  "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp(3) with time zone NOT NULL,
  tenant_id text,
  actor_id text,
  actor text NOT NULL,
  address text,
  action text NOT NULL,
  subject text NOT NULL,
  before jsonb,
  after jsonb,
  CONSTRAINT audit_pkey PRIMARY KEY ("position")
);
CREATE INDEX audit_action ON platform.audit USING btree (action COLLATE "C", "position" DESC);
CREATE INDEX audit_subject ON platform.audit USING btree (subject, "position" DESC);
CREATE INDEX audit_tenant ON platform.audit USING btree (tenant_id, "position" DESC);

CREATE TABLE platform.consumers (
  name text NOT NULL,
  epoch integer NOT NULL,
  transaction_id xid8 NOT NULL,
  "position" bigint NOT NULL,
  CONSTRAINT consumers_pkey PRIMARY KEY (name)
);

CREATE TABLE platform.dead_events (
  consumer text NOT NULL,
  event_id text NOT NULL,
  error text NOT NULL,
  attempts integer NOT NULL,
  next_attempt_at timestamp(3) with time zone,
  CONSTRAINT dead_events_pkey PRIMARY KEY (consumer, event_id)
);
CREATE INDEX dead_events_due ON platform.dead_events USING btree (consumer, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE TABLE platform.epochs (
  epoch integer NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT epochs_pkey PRIMARY KEY (epoch)
);

CREATE TABLE platform.events (
  "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  epoch integer NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  tenant_id text NOT NULL,
  key text NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  recorded_at timestamp(3) with time zone NOT NULL,
  context jsonb NOT NULL,
  body text NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (id)
);
CREATE INDEX events_key ON platform.events USING btree (tenant_id, key);
CREATE INDEX events_log ON platform.events USING btree (epoch, transaction_id, "position");
CREATE INDEX events_recorded ON platform.events USING brin (recorded_at);
CREATE INDEX events_tenant ON platform.events USING btree (tenant_id, epoch, transaction_id, "position");

CREATE TABLE platform.idempotency_keys (
  tenant_id text NOT NULL,
  endpoint text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  subject text,
  refusal jsonb,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant_id, endpoint, key)
);
CREATE INDEX idempotency_keys_created ON platform.idempotency_keys USING btree (created_at);

CREATE TABLE platform.installation (
  only_row boolean NOT NULL DEFAULT true,
  key_id text,
  oldest_release text NOT NULL DEFAULT '1.0.0'::text,
  CONSTRAINT installation_only_row_check CHECK (only_row),
  CONSTRAINT installation_pkey PRIMARY KEY (only_row)
);

CREATE TABLE platform.migrations (
  id integer NOT NULL DEFAULT nextval('platform.migrations_id_seq'::regclass),
  "timestamp" bigint NOT NULL,
  name character varying NOT NULL,
  CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id)
);

CREATE TABLE registrar.accounts (
  tenant_id text NOT NULL,
  credit bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  spent bigint NOT NULL DEFAULT 0,
  daily_limit bigint NOT NULL DEFAULT 10000,
  CONSTRAINT accounts_check CHECK (((held >= 0) AND (spent >= 0) AND ((held + spent) <= credit))),
  CONSTRAINT accounts_pkey PRIMARY KEY (tenant_id)
);

CREATE TABLE registrar.kill_switch (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  "on" boolean NOT NULL,
  reason text NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT kill_switch_pkey PRIMARY KEY (id)
);

CREATE TABLE registrar.ledger (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  tenant_id text NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  order_id text,
  reason text,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT ledger_pkey PRIMARY KEY (id)
);
CREATE INDEX ledger_by_time ON registrar.ledger USING btree (at);
CREATE UNIQUE INDEX ledger_by_order ON registrar.ledger USING btree (order_id, kind);

CREATE TABLE registrar.orders (
  id text NOT NULL,
  tenant_id text NOT NULL,
  kind text NOT NULL,
  domain text NOT NULL,
  tld text NOT NULL,
  years integer NOT NULL,
  total integer NOT NULL,
  owner jsonb NOT NULL,
  privacy boolean NOT NULL DEFAULT false,
  settings jsonb,
  status text NOT NULL DEFAULT 'created'::text,
  domain_status text,
  failure jsonb,
  created_at timestamp(3) with time zone NOT NULL,
  paid_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  registered_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  reference text,
  slug text,
  request_id text,
  traceparent text,
  step text,
  due_at timestamp(3) with time zone,
  lease text,
  leased_until timestamp(3) with time zone,
  contact text,
  expires_before timestamp(3) with time zone,
  premium_price integer,
  submissions integer NOT NULL DEFAULT 0,
  submitted_at timestamp(3) with time zone,
  registrar_id text,
  refusal jsonb,
  looks integer NOT NULL DEFAULT 0,
  missing_since timestamp(3) with time zone,
  stuck text,
  CONSTRAINT orders_pkey PRIMARY KEY (id)
);
CREATE INDEX orders_by_tenant ON registrar.orders USING btree (tenant_id, id);
CREATE INDEX orders_due ON registrar.orders USING btree (due_at) WHERE (domain_status = 'pending'::text);
CREATE UNIQUE INDEX orders_reference ON registrar.orders USING btree (tenant_id, reference);
CREATE UNIQUE INDEX orders_unfinished ON registrar.orders USING btree (domain) WHERE (domain_status = 'pending'::text);

CREATE TABLE registrar.reconciliations (
  id text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  differences jsonb,
  error text,
  CONSTRAINT reconciliations_pkey PRIMARY KEY (id)
);

CREATE TABLE registrar.registrations (
  domain text NOT NULL,
  tenant_id text NOT NULL,
  tld text NOT NULL,
  order_id text NOT NULL,
  owner jsonb NOT NULL,
  contact text NOT NULL,
  premium boolean NOT NULL,
  registered_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT registrations_pkey PRIMARY KEY (domain)
);
CREATE INDEX registrations_by_tenant ON registrar.registrations USING btree (tenant_id, registered_at, domain);

CREATE TABLE registrar.steps (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id text NOT NULL,
  step text NOT NULL,
  attempt integer NOT NULL,
  call text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  ms integer NOT NULL,
  status integer,
  request_id text,
  error text,
  CONSTRAINT steps_pkey PRIMARY KEY (id)
);
CREATE INDEX steps_by_order ON registrar.steps USING btree (order_id, id);

CREATE TABLE storefront.share_links (
  id text NOT NULL,
  tenant_id text NOT NULL,
  hash bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  created_by text,
  created_by_name text,
  used_at timestamp(3) with time zone,
  CONSTRAINT share_links_pkey PRIMARY KEY (tenant_id, hash)
);
CREATE INDEX share_links_expires ON storefront.share_links USING btree (expires_at);

CREATE TABLE storefront.storefronts (
  tenant_id text NOT NULL,
  access text,
  code text,
  name text,
  accent text NOT NULL,
  scheme text NOT NULL,
  radius text NOT NULL,
  font text NOT NULL,
  support_url text,
  legal_links jsonb NOT NULL,
  logo bytea,
  logo_type text,
  logo_hash text,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT storefronts_access_check CHECK ((access = ANY (ARRAY['public'::text, 'code'::text, 'off'::text]))),
  CONSTRAINT storefronts_pkey PRIMARY KEY (tenant_id)
);

CREATE TABLE storefront.visitor_orders (
  tenant_id text NOT NULL,
  visitor bytea NOT NULL,
  order_id text NOT NULL,
  domain text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT visitor_orders_pkey PRIMARY KEY (tenant_id, visitor, order_id)
);
CREATE INDEX visitor_orders_created ON storefront.visitor_orders USING btree (created_at);

CREATE TABLE tenancy.clocks (
  tenant_id text NOT NULL,
  mode text NOT NULL,
  frozen_at timestamp(3) with time zone,
  offset_ms double precision NOT NULL,
  cursor_time timestamp(3) with time zone,
  cursor_domain text,
  change_id text,
  check_at timestamp(3) with time zone,
  reset_at timestamp(3) with time zone,
  locked_since timestamp(3) with time zone,
  registry jsonb,
  CONSTRAINT clocks_frozen CHECK (((mode = 'frozen'::text) = (frozen_at IS NOT NULL))),
  CONSTRAINT clocks_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT clocks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenancy.tenants(id) ON DELETE CASCADE
);
CREATE INDEX clocks_check ON tenancy.clocks USING btree (check_at) WHERE (check_at IS NOT NULL);

CREATE TABLE tenancy.ended_tenants (
  tenant_id text NOT NULL,
  slug text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone NOT NULL,
  story jsonb NOT NULL,
  CONSTRAINT ended_tenants_pkey PRIMARY KEY (tenant_id, slug)
);
CREATE INDEX ended_tenants_id ON tenancy.ended_tenants USING btree (id);
CREATE INDEX ended_tenants_old ON tenancy.ended_tenants USING btree (ended_at);

CREATE TABLE tenancy.hosts (
  tenant_id text NOT NULL,
  host text NOT NULL,
  state text NOT NULL,
  verified_by text,
  token text NOT NULL,
  problem text,
  created_at timestamp(3) with time zone NOT NULL,
  checked_at timestamp(3) with time zone,
  seen_at timestamp(3) with time zone,
  verified_at timestamp(3) with time zone,
  lapsed_at timestamp(3) with time zone,
  check_at timestamp(3) with time zone,
  missing_since timestamp(3) with time zone,
  CONSTRAINT hosts_pkey PRIMARY KEY (tenant_id, host),
  CONSTRAINT hosts_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'verified'::text, 'lapsed'::text]))),
  CONSTRAINT hosts_verified_by CHECK (((state = 'verified'::text) = (verified_by IS NOT NULL)))
);
CREATE INDEX hosts_check ON tenancy.hosts USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE UNIQUE INDEX hosts_verified ON tenancy.hosts USING btree (host) WHERE (state = 'verified'::text);

CREATE TABLE tenancy.tenants (
  id text NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  currency text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  suspended_at timestamp(3) with time zone,
  control_disabled boolean NOT NULL DEFAULT false,
  parent_id text,
  expires_at timestamp(3) with time zone,
  shared_limit integer,
  facades text[],
  CONSTRAINT tenants_pkey PRIMARY KEY (id),
  CONSTRAINT tenants_slug_key UNIQUE (slug)
);
CREATE INDEX tenants_expired ON tenancy.tenants USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX tenants_parent ON tenancy.tenants USING btree (parent_id, expires_at) WHERE (parent_id IS NOT NULL);

CREATE TABLE testcontrol.clock_changes (
  id text NOT NULL,
  tenant_id text NOT NULL,
  mode text NOT NULL,
  target timestamp(3) with time zone NOT NULL,
  request_id text,
  happened jsonb NOT NULL,
  total integer NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  is_finished boolean NOT NULL,
  CONSTRAINT clock_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX clock_changes_old ON testcontrol.clock_changes USING btree (changed_at);
CREATE INDEX clock_changes_unfinished ON testcontrol.clock_changes USING btree (changed_at) WHERE (NOT is_finished);

CREATE TABLE testcontrol.explorations (
  tenant_id text NOT NULL,
  id text NOT NULL,
  summary jsonb NOT NULL,
  report jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT explorations_pkey PRIMARY KEY (tenant_id, id)
);
CREATE INDEX explorations_old ON testcontrol.explorations USING btree (created_at);

CREATE TABLE testcontrol.faults (
  id text NOT NULL,
  tenant_id text NOT NULL,
  operation text,
  domain text,
  fault jsonb NOT NULL,
  times integer NOT NULL,
  skip integer NOT NULL,
  seen integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  event text,
  CONSTRAINT faults_pkey PRIMARY KEY (tenant_id, id)
);
CREATE INDEX faults_expired ON testcontrol.faults USING btree (expires_at);
CREATE INDEX faults_tenant ON testcontrol.faults USING btree (tenant_id, expires_at);

CREATE TABLE usage.bodies (
  id bigint NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  tenant_id text NOT NULL,
  target text NOT NULL,
  request_headers text NOT NULL,
  request_state text NOT NULL,
  request_body text,
  response_headers text NOT NULL,
  response_state text NOT NULL,
  response_body text,
  CONSTRAINT bodies_pkey PRIMARY KEY (id)
);

CREATE TABLE usage.due_hours (
  tenant_id text NOT NULL,
  hour timestamp(0) with time zone NOT NULL,
  CONSTRAINT due_hours_pkey PRIMARY KEY (tenant_id, hour)
);
CREATE INDEX due_hours_hour ON usage.due_hours USING btree (hour);

CREATE TABLE usage.hour_latencies (
  tenant_id text NOT NULL,
  route text NOT NULL,
  hour timestamp(0) with time zone NOT NULL,
  buckets integer[] NOT NULL,
  CONSTRAINT hour_latencies_pkey PRIMARY KEY (tenant_id, hour, route)
);
CREATE INDEX hour_latencies_hour ON usage.hour_latencies USING btree (hour);

CREATE TABLE usage.hours (
  tenant_id text NOT NULL,
  key_id text NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  code text NOT NULL,
  hour timestamp(0) with time zone NOT NULL,
  requests bigint NOT NULL,
  CONSTRAINT hours_pkey PRIMARY KEY (tenant_id, hour, key_id, route, status, code) INCLUDE (requests)
);
CREATE INDEX hours_hour ON usage.hours USING btree (hour);

CREATE TABLE usage.minute_latencies (
  tenant_id text NOT NULL,
  route text NOT NULL,
  minute timestamp(0) with time zone NOT NULL,
  buckets integer[] NOT NULL,
  CONSTRAINT minute_latencies_pkey PRIMARY KEY (tenant_id, minute, route)
);
CREATE INDEX minute_latencies_minute ON usage.minute_latencies USING btree (minute);

CREATE TABLE usage.minutes (
  tenant_id text NOT NULL,
  key_id text NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  code text NOT NULL,
  minute timestamp(0) with time zone NOT NULL,
  requests bigint NOT NULL,
  CONSTRAINT minutes_pkey PRIMARY KEY (tenant_id, minute, key_id, route, status, code)
);
CREATE INDEX minutes_minute ON usage.minutes USING btree (minute);

CREATE TABLE usage.registrations (
  tenant_id text NOT NULL,
  minute timestamp(0) with time zone NOT NULL,
  registrations bigint NOT NULL,
  CONSTRAINT registrations_pkey PRIMARY KEY (tenant_id, minute)
);
CREATE INDEX registrations_minute ON usage.registrations USING btree (minute);

CREATE TABLE usage.requests (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp(3) with time zone NOT NULL,
  tenant_id text NOT NULL,
  key_id text NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  code text,
  duration_ms real NOT NULL,
  request_id text NOT NULL,
  domain text,
  order_id text,
  faulted text,
  temporary_id text,
  idempotency_key text,
  payment_reference text,
  is_replayed boolean,
  user_agent text,
  facade text,
  operation text,
  fault_kind text,
  CONSTRAINT requests_pkey PRIMARY KEY (id)
);
CREATE INDEX requests_code ON usage.requests USING btree (tenant_id, code, at DESC, id DESC) WHERE (status >= 400);
CREATE INDEX requests_domain ON usage.requests USING btree (hashtextextended(((tenant_id || ' '::text) || domain), (0)::bigint), at DESC, id DESC) WHERE (domain IS NOT NULL);
CREATE INDEX requests_domain_code ON usage.requests USING btree (hashtextextended(((tenant_id || ' '::text) || domain), (0)::bigint), code, at DESC, id DESC) WHERE ((domain IS NOT NULL) AND (status >= 400));
CREATE INDEX requests_faulted ON usage.requests USING btree (tenant_id, at DESC, id DESC) WHERE (faulted IS NOT NULL);
CREATE INDEX requests_order ON usage.requests USING btree (tenant_id, order_id COLLATE "C") WHERE (order_id IS NOT NULL);
CREATE INDEX requests_request ON usage.requests USING btree (request_id COLLATE "C");
CREATE INDEX requests_temporary ON usage.requests USING btree (temporary_id, at DESC, id DESC) WHERE (temporary_id IS NOT NULL);
CREATE INDEX requests_tenant ON usage.requests USING btree (tenant_id, at DESC, id DESC);

CREATE TABLE usage.unauthenticated (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp(3) with time zone NOT NULL,
  counted_for text NOT NULL,
  claimed_tenant text,
  key_start text,
  key_end text,
  reason text NOT NULL,
  address text NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  request_id text NOT NULL,
  CONSTRAINT unauthenticated_pkey PRIMARY KEY (id)
);
CREATE INDEX unauthenticated_at ON usage.unauthenticated USING btree (at);
CREATE INDEX unauthenticated_key ON usage.unauthenticated USING btree (key_start, id DESC);
CREATE INDEX unauthenticated_quota ON usage.unauthenticated USING btree (counted_for, at);
CREATE INDEX unauthenticated_tenant ON usage.unauthenticated USING btree (claimed_tenant, id DESC);

CREATE TABLE webhooks.cursors (
  receiver_id text NOT NULL,
  epoch integer NOT NULL,
  transaction_id xid8 NOT NULL,
  "position" bigint NOT NULL,
  due_at timestamp(3) with time zone,
  leased_until timestamp(3) with time zone,
  holder text,
  holding_until timestamp(3) with time zone,
  CONSTRAINT cursors_pkey PRIMARY KEY (receiver_id),
  CONSTRAINT cursors_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES webhooks.receivers(id) ON DELETE CASCADE
);
CREATE INDEX cursors_due ON webhooks.cursors USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE TABLE webhooks.deliveries (
  id text NOT NULL,
  tenant_id text NOT NULL,
  receiver_id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  state text NOT NULL,
  step integer NOT NULL,
  trigger text NOT NULL,
  due_at timestamp(3) with time zone,
  sending boolean NOT NULL,
  released boolean NOT NULL DEFAULT false,
  attempts jsonb NOT NULL,
  last_status smallint,
  last_reason text,
  created_at timestamp(3) with time zone NOT NULL,
  delivered_at timestamp(3) with time zone,
  CONSTRAINT deliveries_check CHECK (((state = 'pending'::text) = (due_at IS NOT NULL))),
  CONSTRAINT deliveries_event_id_receiver_id_key UNIQUE (event_id, receiver_id),
  CONSTRAINT deliveries_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'skipped'::text])))
);
CREATE INDEX deliveries_created ON webhooks.deliveries USING brin (created_at);
CREATE INDEX deliveries_pending ON webhooks.deliveries USING btree (receiver_id, due_at) WHERE (state = 'pending'::text);
CREATE INDEX deliveries_recoverable ON webhooks.deliveries USING btree (receiver_id, created_at, id) WHERE (state <> 'delivered'::text);
CREATE INDEX deliveries_sending ON webhooks.deliveries USING btree (receiver_id, due_at) WHERE sending;
CREATE INDEX deliveries_undelivered ON webhooks.deliveries USING btree (tenant_id, state, id) WHERE (state <> 'delivered'::text);

CREATE TABLE webhooks.receivers (
  id text NOT NULL,
  tenant_id text NOT NULL,
  url text NOT NULL,
  description text NOT NULL,
  events text[] NOT NULL,
  state text NOT NULL,
  off_reason text,
  off_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  environment text NOT NULL DEFAULT 'sandbox'::text,
  CONSTRAINT receivers_pkey PRIMARY KEY (id),
  CONSTRAINT receivers_state_check CHECK ((state = ANY (ARRAY['on'::text, 'off'::text, 'removed'::text])))
);
CREATE INDEX receivers_tenant ON webhooks.receivers USING btree (tenant_id, created_at);

CREATE TABLE webhooks.recoveries (
  id text NOT NULL,
  receiver_id text NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  until timestamp(3) with time zone NOT NULL,
  reached_at timestamp(3) with time zone NOT NULL,
  reached_id text NOT NULL,
  state text NOT NULL,
  done integer NOT NULL,
  total integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  stepped_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone,
  tenant_id text NOT NULL,
  CONSTRAINT recoveries_pkey PRIMARY KEY (id),
  CONSTRAINT recoveries_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES webhooks.receivers(id) ON DELETE CASCADE,
  CONSTRAINT recoveries_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text])))
);
CREATE UNIQUE INDEX recoveries_running ON webhooks.recoveries USING btree (receiver_id) WHERE (state = 'running'::text);

CREATE TABLE webhooks.secrets (
  id text NOT NULL,
  receiver_id text NOT NULL,
  sealed text NOT NULL,
  key_id text NOT NULL,
  hint text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone,
  CONSTRAINT secrets_pkey PRIMARY KEY (id),
  CONSTRAINT secrets_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES webhooks.receivers(id) ON DELETE CASCADE
);
CREATE INDEX secrets_receiver ON webhooks.secrets USING btree (receiver_id, created_at DESC);
