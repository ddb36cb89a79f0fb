-- A database as release 1.0.0 (commit a76df73) left it when its worker was killed, with events and deliveries in every
-- state. Made by running that release; previous-release.json contains what its API answered. Without the tables of
-- BullMQ, and without the rows of logs and request counts.

CREATE SCHEMA accounts;
CREATE SCHEMA api_keys;
CREATE SCHEMA checkout;
CREATE SCHEMA domains;
CREATE SCHEMA orders;
CREATE SCHEMA platform;
CREATE SCHEMA registrar;
CREATE SCHEMA tenancy;
CREATE SCHEMA usage;
CREATE SCHEMA webhooks;

CREATE TABLE accounts.login_limits (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);

CREATE TABLE accounts.people (
    id text NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    tenant_ids text[] NOT NULL,
    password_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    disabled_at timestamp(3) with time zone,
    CONSTRAINT people_role_check CHECK ((role = ANY (ARRAY['operator'::text, 'developer'::text])))
);

CREATE TABLE accounts.sessions (
    id text NOT NULL,
    token_hash text NOT NULL,
    person_id text NOT NULL,
    address text,
    agent text,
    created_at timestamp(3) with time zone NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL
);

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
    rolled_to text
);

CREATE TABLE checkout.payments (
    tenant_id text NOT NULL,
    reference text NOT NULL,
    order_id text NOT NULL,
    method text NOT NULL,
    currency text NOT NULL,
    total integer NOT NULL,
    paid_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE domains.registrations (
    tenant_id text NOT NULL,
    domain text NOT NULL,
    tld text NOT NULL,
    order_id text NOT NULL,
    registered_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE orders.orders (
    id text NOT NULL,
    tenant_id text NOT NULL,
    domain text NOT NULL,
    tld text NOT NULL,
    years integer NOT NULL,
    currency text NOT NULL,
    total integer NOT NULL,
    owner jsonb NOT NULL,
    status text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    paid_at timestamp(3) with time zone,
    CONSTRAINT orders_paid CHECK ((((status = 'created'::text) AND (paid_at IS NULL)) OR ((status = 'paid'::text) AND (paid_at IS NOT NULL))))
);

CREATE TABLE platform.audit (
    "position" bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    tenant_id text,
    actor_id text,
    actor text NOT NULL,
    address text,
    action text NOT NULL,
    subject text NOT NULL,
    before jsonb,
    after jsonb
);

ALTER TABLE platform.audit ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME platform.audit_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE platform.idempotency_keys (
    tenant_id text NOT NULL,
    endpoint text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    subject text,
    refusal jsonb,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE platform.inbox (
    consumer text NOT NULL,
    event_id text NOT NULL,
    received_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE platform.migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE platform.migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE platform.migrations_id_seq OWNED BY platform.migrations.id;

CREATE TABLE platform.outbox (
    "position" bigint NOT NULL,
    id text NOT NULL,
    type text NOT NULL,
    tenant_id text NOT NULL,
    key text NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    payload jsonb NOT NULL,
    state text DEFAULT 'due'::text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    settled_at timestamp(3) with time zone,
    CONSTRAINT outbox_state_check CHECK ((state = ANY (ARRAY['due'::text, 'done'::text, 'dead'::text])))
);

ALTER TABLE platform.outbox ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME platform.outbox_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE registrar.kill_switch (
    id bigint NOT NULL,
    "on" boolean NOT NULL,
    reason text NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE registrar.kill_switch ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME registrar.kill_switch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE tenancy.tenants (
    id text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    currency text NOT NULL,
    host text,
    created_at timestamp(3) with time zone NOT NULL,
    suspended_at timestamp(3) with time zone
);

CREATE TABLE usage.due_hours (
    tenant_id text NOT NULL,
    hour timestamp(0) with time zone NOT NULL
);

CREATE TABLE usage.hour_latencies (
    tenant_id text NOT NULL,
    route text NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    buckets integer[] NOT NULL
);

CREATE TABLE usage.hours (
    tenant_id text NOT NULL,
    key_id text NOT NULL,
    route text NOT NULL,
    status smallint NOT NULL,
    code text NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    requests bigint NOT NULL
);

CREATE TABLE usage.minute_latencies (
    tenant_id text NOT NULL,
    route text NOT NULL,
    minute timestamp(0) with time zone NOT NULL,
    buckets integer[] NOT NULL
);

CREATE TABLE usage.minutes (
    tenant_id text NOT NULL,
    key_id text NOT NULL,
    route text NOT NULL,
    status smallint NOT NULL,
    code text NOT NULL,
    minute timestamp(0) with time zone NOT NULL,
    requests bigint NOT NULL
);

CREATE TABLE usage.registrations (
    tenant_id text NOT NULL,
    minute timestamp(0) with time zone NOT NULL,
    registrations bigint NOT NULL
);

CREATE TABLE usage.requests (
    id bigint NOT NULL,
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
    order_id text
);

ALTER TABLE usage.requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME usage.requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE webhooks.attempts (
    delivery_id text NOT NULL,
    number integer NOT NULL,
    trigger text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    duration_ms real,
    status smallint,
    reason text,
    answer text NOT NULL
);

CREATE TABLE webhooks.deliveries (
    id text NOT NULL,
    tenant_id text NOT NULL,
    receiver_id text NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    state text NOT NULL,
    trigger text NOT NULL,
    step integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    ready boolean NOT NULL,
    queued_until timestamp(3) with time zone,
    held_until timestamp(3) with time zone,
    holder text,
    last_status smallint,
    last_reason text,
    created_at timestamp(3) with time zone NOT NULL,
    delivered_at timestamp(3) with time zone,
    CONSTRAINT deliveries_check CHECK (((NOT ready) OR (state = 'pending'::text))),
    CONSTRAINT deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'skipped'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', fillfactor='50');

CREATE TABLE webhooks.events (
    "position" bigint NOT NULL,
    recorded_by xid8 DEFAULT pg_current_xact_id() NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    type text NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    body text NOT NULL
);

ALTER TABLE webhooks.events ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME webhooks.events_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

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
    CONSTRAINT receivers_state_check CHECK ((state = ANY (ARRAY['on'::text, 'off'::text, 'removed'::text])))
);

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
    CONSTRAINT recoveries_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text])))
);

CREATE TABLE webhooks.secrets (
    id text NOT NULL,
    receiver_id text NOT NULL,
    sealed text NOT NULL,
    key_id text NOT NULL,
    hint text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone
);

ALTER TABLE ONLY platform.migrations ALTER COLUMN id SET DEFAULT nextval('platform.migrations_id_seq'::regclass);

INSERT INTO accounts.people VALUES ('usr_01a20241a4ed723ba9478f8db19af322', 'operator@example.com', 'operator', '{}', '$argon2id$v=19$m=19456,t=2,p=1$GPOC00eQ8onZEO92tnp03A$QTrtdCUjnwCg6WB4vkWlIRGAUJWZmucjS0ZU2wS7yHs', '2026-11-22 07:56:26.221+00', NULL);

INSERT INTO api_keys.keys VALUES ('key_01a20241a3fc775c9dd53a29ddf0548b', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'First key', '9798e4201faac8483662c477e4d5137c96638bfba827c4d4bb8809735e6d833e', 'St1i', 'krLv', 'sandbox', '{sandbox.search,sandbox.order,sandbox.checkout,sandbox.events}', 100000, '2026-11-22 07:56:25.98+00', NULL, NULL, NULL, NULL);
INSERT INTO api_keys.keys VALUES ('key_01a20241c90176e9b75ac43c1f87267c', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'sandbox key', '1cafa9a55de29a6b14a889bec00cf4e7c7198c1eed58780ec686df1b4b0447b3', 'h3Nk', 'aEU5', 'sandbox', '{sandbox.search,sandbox.order,sandbox.checkout,sandbox.events}', 100000, '2026-11-22 07:56:35.457+00', NULL, NULL, '2026-11-22 07:56:52.732+00', NULL);
INSERT INTO api_keys.keys VALUES ('key_01a20241d806776f921a3bcba736e200', 'ten_01a20241b0d070a89679fbbe1e89a0ec', 'sandbox key', '3d70e3d49830c6dc5c1d01a76c7843df833e99a5403574a105290c35463fcc6f', 'zAqG', 'py7Q', 'sandbox', '{sandbox.search,sandbox.order,sandbox.checkout,sandbox.events}', 100000, '2026-11-22 07:56:39.301+00', NULL, NULL, '2026-11-22 07:56:52.75+00', NULL);
INSERT INTO api_keys.keys VALUES ('key_01a20241cd897289b4c3fd8a742f7a80', 'ten_01a20241b9cc7040bcf520c5545d464a', 'sandbox key', 'df17abb828219f37732d23b0bca31f77c8ff7892a5149f9822ee2e50736282f9', 'EHVN', 'mjvO', 'sandbox', '{sandbox.search,sandbox.order,sandbox.checkout,sandbox.events}', 100000, '2026-11-22 07:56:36.612+00', NULL, NULL, '2026-11-22 07:56:46.925+00', NULL);
INSERT INTO api_keys.keys VALUES ('key_01a20241d24b705c895686cb2091ffe3', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'sandbox key', '9d3a52c49522f505473806a9006d1609f6fa2eebc9851740c2ef9926739d77cb', 'MGYy', '6BXC', 'sandbox', '{sandbox.search,sandbox.order,sandbox.checkout,sandbox.events}', 100000, '2026-11-22 07:56:37.832+00', NULL, NULL, '2026-11-22 07:56:52.036+00', NULL);
INSERT INTO api_keys.keys VALUES ('key_01a20241c471779e8099fab0f4c70e51', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'sandbox key', '5f146ec9891c5d0587ac292b24a373847d224a2dd70380a73d5b72c5a1718716', 'r0bc', 'SrqG', 'sandbox', '{sandbox.search,sandbox.order,sandbox.checkout,sandbox.events}', 100000, '2026-11-22 07:56:34.288+00', NULL, NULL, '2026-11-22 07:56:51.975+00', NULL);

INSERT INTO domains.registrations VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', 'delivered-1.com', 'com', 'ord_01a20241dd6c72b2b38bbe6f16f343b1', '2026-11-22 07:56:40.714+00', '2027-11-22 07:56:40.714+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', 'delivered-2.com', 'com', 'ord_01a20241dfd871789f57237e0f075cff', '2026-11-22 07:56:41.337+00', '2027-11-22 07:56:41.337+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', 'delivered-3.com', 'com', 'ord_01a20241e1017296a12cd7680e56f5ea', '2026-11-22 07:56:41.608+00', '2027-11-22 07:56:41.608+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', 'gone.com', 'com', 'ord_01a20241e6fa74c2bb0d421562f9223e', '2026-11-22 07:56:43.142+00', '2027-11-22 07:56:43.142+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', 'skipped.com', 'com', 'ord_01a20241e7c772bdb12bc782eaf3b579', '2026-11-22 07:56:43.351+00', '2027-11-22 07:56:43.351+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', 'removed.com', 'com', 'ord_01a20241e88b723f92f0457f1476550c', '2026-11-22 07:56:43.548+00', '2027-11-22 07:56:43.548+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241b0d070a89679fbbe1e89a0ec', 'second-1.com', 'com', 'ord_01a20241e96e738c8e603cb2194bf6c5', '2026-11-22 07:56:43.768+00', '2027-11-22 07:56:43.768+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241b9cc7040bcf520c5545d464a', 'exhausted-1.com', 'com', 'ord_01a20241e9f4749cae431ee5d06cadd4', '2026-11-22 07:56:43.901+00', '2027-11-22 07:56:43.901+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241b9cc7040bcf520c5545d464a', 'exhausted-2.com', 'com', 'ord_01a20241f5a377ed9e79011f534386be', '2026-11-22 07:56:46.901+00', '2027-11-22 07:56:46.901+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241b9cc7040bcf520c5545d464a', 'exhausted-3.com', 'com', 'ord_01a20241f5bd777f9717222fc1e1cab6', '2026-11-22 07:56:46.914+00', '2027-11-22 07:56:46.914+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241b9cc7040bcf520c5545d464a', 'exhausted-4.com', 'com', 'ord_01a20241f5c771a8a7163c33d6a0d516', '2026-11-22 07:56:46.926+00', '2027-11-22 07:56:46.926+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241b60e756bb62ce5efe20d0cbf', 'retry-once.com', 'com', 'ord_01a20242014674368702d2c702264bc4', '2026-11-22 07:56:49.869+00', '2027-11-22 07:56:49.869+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241b60e756bb62ce5efe20d0cbf', 'retry-several.com', 'com', 'ord_01a202420152717bb815490d1c417343', '2026-11-22 07:56:49.878+00', '2027-11-22 07:56:49.878+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', 'backoff.com', 'com', 'ord_01a2024204cb7108b3b4171d508a3d8b', '2026-11-22 07:56:50.787+00', '2027-11-22 07:56:50.787+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', 'dead.com', 'com', 'ord_01a2024204f873febb95fcaea86dd91c', '2026-11-22 07:56:50.823+00', '2027-11-22 07:56:50.823+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241b0d070a89679fbbe1e89a0ec', 'uncounted.com', 'com', 'ord_01a202420510775d981bbf6b89f16fee', '2026-11-22 07:56:50.84+00', '2027-11-22 07:56:50.84+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241bd4c764c9ab73cddd075fa09', 'held-1.com', 'com', 'ord_01a20242074177cca6267e8f86e0d00c', '2026-11-22 07:56:51.403+00', '2027-11-22 07:56:51.403+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241bd4c764c9ab73cddd075fa09', 'held-2.com', 'com', 'ord_01a2024207567043af958e6277d2bf7c', '2026-11-22 07:56:51.421+00', '2027-11-22 07:56:51.421+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241bd4c764c9ab73cddd075fa09', 'held-3.com', 'com', 'ord_01a20242090572f89124400003ff9fda', '2026-11-22 07:56:51.857+00', '2027-11-22 07:56:51.857+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241bd4c764c9ab73cddd075fa09', 'held-4.com', 'com', 'ord_01a202420917756ab19fd0245ff09d22', '2026-11-22 07:56:51.869+00', '2027-11-22 07:56:51.869+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241bd4c764c9ab73cddd075fa09', 'queued.com', 'com', 'ord_01a20242097371f88c067acef43e466e', '2026-11-22 07:56:51.961+00', '2027-11-22 07:56:51.961+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241bd4c764c9ab73cddd075fa09', 'ready.com', 'com', 'ord_01a202420981752cb305c8ba106f71b0', '2026-11-22 07:56:51.976+00', '2027-11-22 07:56:51.976+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241b60e756bb62ce5efe20d0cbf', 'retry-due.com', 'com', 'ord_01a2024209bb767a9fc5d59ae0a3dbf3', '2026-11-22 07:56:52.037+00', '2027-11-22 07:56:52.037+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', 'undispatched-1.com', 'com', 'ord_01a202420c5b711f853603077410a010', '2026-11-22 07:56:52.706+00', '2027-11-22 07:56:52.706+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', 'undispatched-2.com', 'com', 'ord_01a202420c6f75cfb0f7ed739de985c0', '2026-11-22 07:56:52.732+00', '2027-11-22 07:56:52.732+00');
INSERT INTO domains.registrations VALUES ('ten_01a20241b0d070a89679fbbe1e89a0ec', 'undispatched-3.com', 'com', 'ord_01a202420c88728fb7e4471a9bd8f61b', '2026-11-22 07:56:52.751+00', '2027-11-22 07:56:52.751+00');

INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20241dd8a710e9213cc382f3d86b1', '2026-11-22 07:56:40.761+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20241dd8a710e9213cc382f3d86b1', '2026-11-22 07:56:40.789+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20241dff9764db81e142e237885d8', '2026-11-22 07:56:41.409+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20241dff9764db81e142e237885d8', '2026-11-22 07:56:41.421+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20241e108738faeb2c919ccb44dee', '2026-11-22 07:56:41.629+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20241e108738faeb2c919ccb44dee', '2026-11-22 07:56:41.635+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20241e706739397e80575abac6487', '2026-11-22 07:56:43.156+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20241e706739397e80575abac6487', '2026-11-22 07:56:43.159+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20241e7d7744ca4e4109abbaf259d', '2026-11-22 07:56:43.384+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20241e7d7744ca4e4109abbaf259d', '2026-11-22 07:56:43.385+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20241e89c704bababf9af54ce849b', '2026-11-22 07:56:43.605+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20241e89c704bababf9af54ce849b', '2026-11-22 07:56:43.607+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20241e97874ba838dc3e7c0a49b2b', '2026-11-22 07:56:43.775+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20241e97874ba838dc3e7c0a49b2b', '2026-11-22 07:56:43.777+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20241e9fd74ee9d044a1940be7bdd', '2026-11-22 07:56:43.951+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20241e9fd74ee9d044a1940be7bdd', '2026-11-22 07:56:43.954+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20241f5b5701ba2be39b91756cb1a', '2026-11-22 07:56:46.934+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20241f5c270a8a6ed9c0d06498db3', '2026-11-22 07:56:46.934+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20241f5ce708eac80b154bfda805f', '2026-11-22 07:56:46.934+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20241f5b5701ba2be39b91756cb1a', '2026-11-22 07:56:46.935+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20241f5c270a8a6ed9c0d06498db3', '2026-11-22 07:56:46.935+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20241f5ce708eac80b154bfda805f', '2026-11-22 07:56:46.935+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20242014d75a1844ab5d70f416ff7', '2026-11-22 07:56:49.882+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20242014d75a1844ab5d70f416ff7', '2026-11-22 07:56:49.887+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a202420156756ea5eeb5721745c5ff', '2026-11-22 07:56:49.991+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a202420156756ea5eeb5721745c5ff', '2026-11-22 07:56:49.992+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a2024204e3737bb5dc7863e258fc08', '2026-11-22 07:56:50.797+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a202420507750c9ff5ef0a78c1c63a', '2026-11-22 07:56:51.004+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a202420518751fb5d260197d7ae757', '2026-11-22 07:56:51.012+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20242074b75cba78ddddef8a7a8b4', '2026-11-22 07:56:51.418+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20242074b75cba78ddddef8a7a8b4', '2026-11-22 07:56:51.421+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20242075d732b8196edb94fc45f2f', '2026-11-22 07:56:51.486+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20242075d732b8196edb94fc45f2f', '2026-11-22 07:56:51.488+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a202420911700889106246f3c45721', '2026-11-22 07:56:51.878+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20242091d74cfa62c4a63b255eee0', '2026-11-22 07:56:51.878+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a202420911700889106246f3c45721', '2026-11-22 07:56:51.88+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20242091d74cfa62c4a63b255eee0', '2026-11-22 07:56:51.88+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20242097973da904ca3f233604f01', '2026-11-22 07:56:51.996+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a20242098873b1b00af45081cf9bd4', '2026-11-22 07:56:51.996+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20242097973da904ca3f233604f01', '2026-11-22 07:56:51.997+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a20242098873b1b00af45081cf9bd4', '2026-11-22 07:56:51.997+00');
INSERT INTO platform.inbox VALUES ('usage.count-registrations', 'evt_01a2024209c577bd88a041b44a94ded0', '2026-11-22 07:56:52.062+00');
INSERT INTO platform.inbox VALUES ('webhooks.fan-out', 'evt_01a2024209c577bd88a041b44a94ded0', '2026-11-22 07:56:52.069+00');

INSERT INTO platform.migrations VALUES (1, 1763683200000, 'CreatePlatform1763683200000');
INSERT INTO platform.migrations VALUES (2, 1763683201000, 'CreateTenants1763683201000');
INSERT INTO platform.migrations VALUES (3, 1763683202000, 'CreateKeys1763683202000');
INSERT INTO platform.migrations VALUES (4, 1763683203000, 'CreateRegistrations1763683203000');
INSERT INTO platform.migrations VALUES (5, 1763683204000, 'CreateOrders1763683204000');
INSERT INTO platform.migrations VALUES (6, 1763683205000, 'CreatePayments1763683205000');
INSERT INTO platform.migrations VALUES (7, 1763683206000, 'CreateUsage1763683206000');
INSERT INTO platform.migrations VALUES (8, 1763683207000, 'CreateKillSwitch1763683207000');
INSERT INTO platform.migrations VALUES (9, 1763683208000, 'CreateWebhooks1763683208000');
INSERT INTO platform.migrations VALUES (10, 1763683209000, 'CreateAudit1763683209000');
INSERT INTO platform.migrations VALUES (11, 1763683210000, 'CreateAccounts1763683210000');
INSERT INTO platform.migrations VALUES (12, 1763683211000, 'RollKeys1763683211000');
INSERT INTO platform.migrations VALUES (13, 1763683212000, 'SuspendTenants1763683212000');
INSERT INTO platform.migrations VALUES (14, 1763683221000, 'RollUpUsage1763683221000');
INSERT INTO platform.migrations VALUES (15, 1763683222000, 'FindOrdersByName1763683222000');
INSERT INTO platform.migrations VALUES (16, 1763683223000, 'ListRegistrations1763683223000');
INSERT INTO platform.migrations VALUES (17, 1763683225000, 'FindAuditByAction1763683225000');
INSERT INTO platform.migrations VALUES (18, 1763683226000, 'LightenDeliveries1763683226000');

INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (1, 'evt_01a20241dd8a710e9213cc382f3d86b1', 'domain.registered', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'ord_01a20241dd6c72b2b38bbe6f16f343b1', '2026-11-22 07:56:40.714+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "delivered-1.com", "tenant": "demo", "currency": "USD", "order_id": "ord_01a20241dd6c72b2b38bbe6f16f343b1", "expires_at": "2027-11-22T07:56:40.714+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:40.714+00:00"}', 'done', '2026-11-22 07:56:40.714+00', 0, NULL, '2026-11-22 07:56:40.833+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (2, 'evt_01a20241dff9764db81e142e237885d8', 'domain.registered', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'ord_01a20241dfd871789f57237e0f075cff', '2026-11-22 07:56:41.337+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "delivered-2.com", "tenant": "demo", "currency": "USD", "order_id": "ord_01a20241dfd871789f57237e0f075cff", "expires_at": "2027-11-22T07:56:41.337+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:41.337+00:00"}', 'done', '2026-11-22 07:56:41.337+00', 0, NULL, '2026-11-22 07:56:41.444+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (3, 'evt_01a20241e108738faeb2c919ccb44dee', 'domain.registered', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'ord_01a20241e1017296a12cd7680e56f5ea', '2026-11-22 07:56:41.608+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "delivered-3.com", "tenant": "demo", "currency": "USD", "order_id": "ord_01a20241e1017296a12cd7680e56f5ea", "expires_at": "2027-11-22T07:56:41.608+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:41.608+00:00"}', 'done', '2026-11-22 07:56:41.608+00', 0, NULL, '2026-11-22 07:56:41.644+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (4, 'evt_01a20241e706739397e80575abac6487', 'domain.registered', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'ord_01a20241e6fa74c2bb0d421562f9223e', '2026-11-22 07:56:43.142+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "gone.com", "tenant": "demo", "currency": "USD", "order_id": "ord_01a20241e6fa74c2bb0d421562f9223e", "expires_at": "2027-11-22T07:56:43.142+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:43.142+00:00"}', 'done', '2026-11-22 07:56:43.142+00', 0, NULL, '2026-11-22 07:56:43.169+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (5, 'evt_01a20241e7d7744ca4e4109abbaf259d', 'domain.registered', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'ord_01a20241e7c772bdb12bc782eaf3b579', '2026-11-22 07:56:43.351+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "skipped.com", "tenant": "demo", "currency": "USD", "order_id": "ord_01a20241e7c772bdb12bc782eaf3b579", "expires_at": "2027-11-22T07:56:43.351+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:43.351+00:00"}', 'done', '2026-11-22 07:56:43.351+00', 0, NULL, '2026-11-22 07:56:43.39+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (6, 'evt_01a20241e89c704bababf9af54ce849b', 'domain.registered', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'ord_01a20241e88b723f92f0457f1476550c', '2026-11-22 07:56:43.548+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "removed.com", "tenant": "demo", "currency": "USD", "order_id": "ord_01a20241e88b723f92f0457f1476550c", "expires_at": "2027-11-22T07:56:43.548+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:43.548+00:00"}', 'done', '2026-11-22 07:56:43.548+00', 0, NULL, '2026-11-22 07:56:43.616+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (7, 'evt_01a20241e97874ba838dc3e7c0a49b2b', 'domain.registered', 'ten_01a20241b0d070a89679fbbe1e89a0ec', 'ord_01a20241e96e738c8e603cb2194bf6c5', '2026-11-22 07:56:43.768+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "second-1.com", "tenant": "second", "currency": "USD", "order_id": "ord_01a20241e96e738c8e603cb2194bf6c5", "expires_at": "2027-11-22T07:56:43.768+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:43.768+00:00"}', 'done', '2026-11-22 07:56:43.768+00', 0, NULL, '2026-11-22 07:56:43.785+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (8, 'evt_01a20241e9fd74ee9d044a1940be7bdd', 'domain.registered', 'ten_01a20241b9cc7040bcf520c5545d464a', 'ord_01a20241e9f4749cae431ee5d06cadd4', '2026-11-22 07:56:43.901+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "exhausted-1.com", "tenant": "recovery", "currency": "USD", "order_id": "ord_01a20241e9f4749cae431ee5d06cadd4", "expires_at": "2027-11-22T07:56:43.901+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:43.901+00:00"}', 'done', '2026-11-22 07:56:43.901+00', 0, NULL, '2026-11-22 07:56:43.958+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (9, 'evt_01a20241f5b5701ba2be39b91756cb1a', 'domain.registered', 'ten_01a20241b9cc7040bcf520c5545d464a', 'ord_01a20241f5a377ed9e79011f534386be', '2026-11-22 07:56:46.901+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "exhausted-2.com", "tenant": "recovery", "currency": "USD", "order_id": "ord_01a20241f5a377ed9e79011f534386be", "expires_at": "2027-11-22T07:56:46.901+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:46.901+00:00"}', 'done', '2026-11-22 07:56:46.901+00', 0, NULL, '2026-11-22 07:56:46.938+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (10, 'evt_01a20241f5c270a8a6ed9c0d06498db3', 'domain.registered', 'ten_01a20241b9cc7040bcf520c5545d464a', 'ord_01a20241f5bd777f9717222fc1e1cab6', '2026-11-22 07:56:46.914+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "exhausted-3.com", "tenant": "recovery", "currency": "USD", "order_id": "ord_01a20241f5bd777f9717222fc1e1cab6", "expires_at": "2027-11-22T07:56:46.914+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:46.914+00:00"}', 'done', '2026-11-22 07:56:46.914+00', 0, NULL, '2026-11-22 07:56:46.938+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (11, 'evt_01a20241f5ce708eac80b154bfda805f', 'domain.registered', 'ten_01a20241b9cc7040bcf520c5545d464a', 'ord_01a20241f5c771a8a7163c33d6a0d516', '2026-11-22 07:56:46.926+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "exhausted-4.com", "tenant": "recovery", "currency": "USD", "order_id": "ord_01a20241f5c771a8a7163c33d6a0d516", "expires_at": "2027-11-22T07:56:46.926+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:46.926+00:00"}', 'done', '2026-11-22 07:56:46.926+00', 0, NULL, '2026-11-22 07:56:46.938+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (12, 'evt_01a20242014d75a1844ab5d70f416ff7', 'domain.registered', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'ord_01a20242014674368702d2c702264bc4', '2026-11-22 07:56:49.869+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "retry-once.com", "tenant": "retries", "currency": "USD", "order_id": "ord_01a20242014674368702d2c702264bc4", "expires_at": "2027-11-22T07:56:49.869+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:49.869+00:00"}', 'done', '2026-11-22 07:56:49.869+00', 0, NULL, '2026-11-22 07:56:49.893+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (13, 'evt_01a202420156756ea5eeb5721745c5ff', 'domain.registered', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'ord_01a202420152717bb815490d1c417343', '2026-11-22 07:56:49.878+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "retry-several.com", "tenant": "retries", "currency": "USD", "order_id": "ord_01a202420152717bb815490d1c417343", "expires_at": "2027-11-22T07:56:49.878+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:49.878+00:00"}', 'done', '2026-11-22 07:56:49.878+00', 0, NULL, '2026-11-22 07:56:49.995+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (15, 'evt_01a202420507750c9ff5ef0a78c1c63a', 'domain.registered', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'ord_01a2024204f873febb95fcaea86dd91c', '2026-11-22 07:56:50.823+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "dead.com", "tenant": "demo", "currency": "USD", "order_id": "ord_01a2024204f873febb95fcaea86dd91c", "expires_at": "2027-11-22T07:56:50.823+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:50.823+00:00"}', 'dead', '2026-11-22 08:56:51.148+00', 20, 'the consumer cannot handle this event', NULL);
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (14, 'evt_01a2024204e3737bb5dc7863e258fc08', 'domain.registered', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'ord_01a2024204cb7108b3b4171d508a3d8b', '2026-11-22 07:56:50.787+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "backoff.com", "tenant": "demo", "currency": "USD", "order_id": "ord_01a2024204cb7108b3b4171d508a3d8b", "expires_at": "2027-11-22T07:56:50.787+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:50.787+00:00"}', 'due', '2026-11-22 07:57:23.147+00', 6, 'the consumer cannot handle this event', NULL);
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (16, 'evt_01a202420518751fb5d260197d7ae757', 'domain.registered', 'ten_01a20241b0d070a89679fbbe1e89a0ec', 'ord_01a202420510775d981bbf6b89f16fee', '2026-11-22 07:56:50.84+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "uncounted.com", "tenant": "second", "currency": "USD", "order_id": "ord_01a202420510775d981bbf6b89f16fee", "expires_at": "2027-11-22T07:56:50.84+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:50.84+00:00"}', 'due', '2026-11-22 07:57:23.147+00', 6, 'the consumer cannot handle this event', NULL);
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (17, 'evt_01a20242074b75cba78ddddef8a7a8b4', 'domain.registered', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'ord_01a20242074177cca6267e8f86e0d00c', '2026-11-22 07:56:51.403+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "held-1.com", "tenant": "busy", "currency": "USD", "order_id": "ord_01a20242074177cca6267e8f86e0d00c", "expires_at": "2027-11-22T07:56:51.403+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:51.403+00:00"}', 'done', '2026-11-22 07:56:51.403+00', 0, NULL, '2026-11-22 07:56:51.429+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (18, 'evt_01a20242075d732b8196edb94fc45f2f', 'domain.registered', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'ord_01a2024207567043af958e6277d2bf7c', '2026-11-22 07:56:51.421+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "held-2.com", "tenant": "busy", "currency": "USD", "order_id": "ord_01a2024207567043af958e6277d2bf7c", "expires_at": "2027-11-22T07:56:51.421+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:51.421+00:00"}', 'done', '2026-11-22 07:56:51.421+00', 0, NULL, '2026-11-22 07:56:51.497+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (19, 'evt_01a202420911700889106246f3c45721', 'domain.registered', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'ord_01a20242090572f89124400003ff9fda', '2026-11-22 07:56:51.857+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "held-3.com", "tenant": "busy", "currency": "USD", "order_id": "ord_01a20242090572f89124400003ff9fda", "expires_at": "2027-11-22T07:56:51.857+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:51.857+00:00"}', 'done', '2026-11-22 07:56:51.857+00', 0, NULL, '2026-11-22 07:56:51.888+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (20, 'evt_01a20242091d74cfa62c4a63b255eee0', 'domain.registered', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'ord_01a202420917756ab19fd0245ff09d22', '2026-11-22 07:56:51.869+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "held-4.com", "tenant": "busy", "currency": "USD", "order_id": "ord_01a202420917756ab19fd0245ff09d22", "expires_at": "2027-11-22T07:56:51.869+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:51.869+00:00"}', 'done', '2026-11-22 07:56:51.869+00', 0, NULL, '2026-11-22 07:56:51.888+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (21, 'evt_01a20242097973da904ca3f233604f01', 'domain.registered', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'ord_01a20242097371f88c067acef43e466e', '2026-11-22 07:56:51.961+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "queued.com", "tenant": "busy", "currency": "USD", "order_id": "ord_01a20242097371f88c067acef43e466e", "expires_at": "2027-11-22T07:56:51.961+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:51.961+00:00"}', 'done', '2026-11-22 07:56:51.961+00', 0, NULL, '2026-11-22 07:56:52.002+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (22, 'evt_01a20242098873b1b00af45081cf9bd4', 'domain.registered', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'ord_01a202420981752cb305c8ba106f71b0', '2026-11-22 07:56:51.976+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "ready.com", "tenant": "busy", "currency": "USD", "order_id": "ord_01a202420981752cb305c8ba106f71b0", "expires_at": "2027-11-22T07:56:51.976+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:51.976+00:00"}', 'done', '2026-11-22 07:56:51.976+00', 0, NULL, '2026-11-22 07:56:52.002+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (23, 'evt_01a2024209c577bd88a041b44a94ded0', 'domain.registered', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'ord_01a2024209bb767a9fc5d59ae0a3dbf3', '2026-11-22 07:56:52.037+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "retry-due.com", "tenant": "retries", "currency": "USD", "order_id": "ord_01a2024209bb767a9fc5d59ae0a3dbf3", "expires_at": "2027-11-22T07:56:52.037+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:52.037+00:00"}', 'done', '2026-11-22 07:56:52.037+00', 0, NULL, '2026-11-22 07:56:52.073+00');
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (24, 'evt_01a202420c62779db77df2d464c4dee6', 'domain.registered', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'ord_01a202420c5b711f853603077410a010', '2026-11-22 07:56:52.706+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "undispatched-1.com", "tenant": "demo", "currency": "USD", "order_id": "ord_01a202420c5b711f853603077410a010", "expires_at": "2027-11-22T07:56:52.706+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:52.706+00:00"}', 'due', '2026-11-22 07:56:52.706+00', 0, NULL, NULL);
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (25, 'evt_01a202420c7c71fe9b378892a7b2e8c1', 'domain.registered', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'ord_01a202420c6f75cfb0f7ed739de985c0', '2026-11-22 07:56:52.732+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "undispatched-2.com", "tenant": "demo", "currency": "USD", "order_id": "ord_01a202420c6f75cfb0f7ed739de985c0", "expires_at": "2027-11-22T07:56:52.732+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:52.732+00:00"}', 'due', '2026-11-22 07:56:52.732+00', 0, NULL, NULL);
INSERT INTO platform.outbox OVERRIDING SYSTEM VALUE VALUES (26, 'evt_01a202420c8f70da97880fab1a7c24e0', 'domain.registered', 'ten_01a20241b0d070a89679fbbe1e89a0ec', 'ord_01a202420c88728fb7e4471a9bd8f61b', '2026-11-22 07:56:52.751+00', '{"tld": "com", "total": 1199, "years": 1, "domain": "undispatched-3.com", "tenant": "second", "currency": "USD", "order_id": "ord_01a202420c88728fb7e4471a9bd8f61b", "expires_at": "2027-11-22T07:56:52.751+00:00", "owner_email": "ada@example.com", "registered_at": "2026-11-22T07:56:52.751+00:00"}', 'due', '2026-11-22 07:56:52.751+00', 0, NULL, NULL);

INSERT INTO tenancy.tenants VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', 'demo', 'demo', 'USD', NULL, '2026-11-22 07:56:25.937+00', NULL);
INSERT INTO tenancy.tenants VALUES ('ten_01a20241b0d070a89679fbbe1e89a0ec', 'second', 'second', 'USD', NULL, '2026-11-22 07:56:29.262+00', NULL);
INSERT INTO tenancy.tenants VALUES ('ten_01a20241b60e756bb62ce5efe20d0cbf', 'retries', 'retries', 'USD', NULL, '2026-11-22 07:56:30.606+00', NULL);
INSERT INTO tenancy.tenants VALUES ('ten_01a20241b9cc7040bcf520c5545d464a', 'recovery', 'recovery', 'USD', NULL, '2026-11-22 07:56:31.564+00', NULL);
INSERT INTO tenancy.tenants VALUES ('ten_01a20241bd4c764c9ab73cddd075fa09', 'busy', 'busy', 'USD', NULL, '2026-11-22 07:56:32.459+00', NULL);

INSERT INTO usage.registrations VALUES ('ten_01a20241b0d070a89679fbbe1e89a0ec', '2026-11-22 07:56:00+00', 1);
INSERT INTO usage.registrations VALUES ('ten_01a20241b9cc7040bcf520c5545d464a', '2026-11-22 07:56:00+00', 4);
INSERT INTO usage.registrations VALUES ('ten_01a20241a3d17719a2e0a423f697b1c6', '2026-11-22 07:56:00+00', 8);
INSERT INTO usage.registrations VALUES ('ten_01a20241bd4c764c9ab73cddd075fa09', '2026-11-22 07:56:00+00', 6);
INSERT INTO usage.registrations VALUES ('ten_01a20241b60e756bb62ce5efe20d0cbf', '2026-11-22 07:56:00+00', 3);

INSERT INTO webhooks.attempts VALUES ('dlv_01a20241dde6743bb63655978bb52366', 1, 'event', '2026-11-22 07:56:41.019+00', 166.7, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e05975ac9a397e543b750e06', 1, 'event', '2026-11-22 07:56:41.546+00', 13.6, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e12a72bb9240d0f9331fc30c', 1, 'event', '2026-11-22 07:56:41.684+00', 2.1, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241dde6743bb63655978bb52366', 2, 'resend', '2026-11-22 07:56:41.985+00', 2.2, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e05975ac9a397e543b750e06', 2, 'resend', '2026-11-22 07:56:42.316+00', 4.6, 500, 'http_500', 'out of order');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e3ef77119fc69b2f1b36eabb', 1, 'test', '2026-11-22 07:56:42.649+00', 2.8, 500, 'http_500', 'out of order');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e55b764e8e08c94bd777ed5f', 1, 'test', '2026-11-22 07:56:42.985+00', 8.3, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e71d72619e37279210abafdc', 1, 'event', '2026-11-22 07:56:43.206+00', 11.5, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e71d72619e372adfb919813e', 1, 'event', '2026-11-22 07:56:43.231+00', 18.6, 410, 'http_410', 'moved away');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e71d72619e372e1c8cb22710', 1, 'event', '2026-11-22 07:56:43.262+00', 15.7, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e7fb7617ad45371f70f36238', 1, 'event', '2026-11-22 07:56:43.417+00', 5, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e7fb7617ad453e3ef00ed9a5', 1, 'event', '2026-11-22 07:56:43.425+00', 9.4, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e8de75958578f6d680e12966', 1, 'event', '2026-11-22 07:56:43.645+00', 10.2, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e8de75958578fca43a694ecd', 1, 'event', '2026-11-22 07:56:43.652+00', 11.2, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e8de75958579009362eadef1', 1, 'event', '2026-11-22 07:56:43.654+00', 12.3, 503, 'http_503', 'later');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241e98576c191ea0b5790037efc', 1, 'event', '2026-11-22 07:56:43.822+00', 7.8, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241ea34703197ffdae4c536b926', 1, 'event', '2026-11-22 07:56:43.987+00', 6.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241ea34703197ffdae4c536b926', 2, 'retry', '2026-11-22 07:56:44.313+00', 7, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241ea34703197ffdae4c536b926', 3, 'retry', '2026-11-22 07:56:44.627+00', 1.9, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241ea34703197ffdae4c536b926', 4, 'retry', '2026-11-22 07:56:44.95+00', 3.4, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241ea34703197ffdae4c536b926', 5, 'retry', '2026-11-22 07:56:45.267+00', 2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241ea34703197ffdae4c536b926', 6, 'retry', '2026-11-22 07:56:45.59+00', 2.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241ea34703197ffdae4c536b926', 7, 'retry', '2026-11-22 07:56:45.905+00', 2.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241ea34703197ffdae4c536b926', 8, 'retry', '2026-11-22 07:56:46.215+00', 3.3, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241ea34703197ffdae4c536b926', 9, 'retry', '2026-11-22 07:56:46.523+00', 3.7, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241ea34703197ffdae4c536b926', 10, 'retry', '2026-11-22 07:56:46.838+00', 1.9, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f916a01a343fd', 1, 'event', '2026-11-22 07:56:46.976+00', 3.4, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f96efcc43d1ef', 1, 'event', '2026-11-22 07:56:46.976+00', 3.6, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f99233d823d1f', 1, 'event', '2026-11-22 07:56:46.976+00', 3.6, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f916a01a343fd', 2, 'retry', '2026-11-22 07:56:47.276+00', 1.6, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f96efcc43d1ef', 2, 'retry', '2026-11-22 07:56:47.277+00', 2.3, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f99233d823d1f', 2, 'retry', '2026-11-22 07:56:47.277+00', 4.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f916a01a343fd', 3, 'retry', '2026-11-22 07:56:47.581+00', 2.4, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f96efcc43d1ef', 3, 'retry', '2026-11-22 07:56:47.581+00', 11, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f99233d823d1f', 3, 'retry', '2026-11-22 07:56:47.582+00', 11.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f916a01a343fd', 4, 'retry', '2026-11-22 07:56:47.88+00', 9.5, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f96efcc43d1ef', 4, 'retry', '2026-11-22 07:56:47.88+00', 9.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f99233d823d1f', 4, 'retry', '2026-11-22 07:56:47.88+00', 9.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f916a01a343fd', 5, 'retry', '2026-11-22 07:56:48.188+00', 4.7, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f96efcc43d1ef', 5, 'retry', '2026-11-22 07:56:48.188+00', 9.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f99233d823d1f', 5, 'retry', '2026-11-22 07:56:48.189+00', 9.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f916a01a343fd', 6, 'retry', '2026-11-22 07:56:48.487+00', 2.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f96efcc43d1ef', 6, 'retry', '2026-11-22 07:56:48.487+00', 2.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f99233d823d1f', 6, 'retry', '2026-11-22 07:56:48.487+00', 2.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f916a01a343fd', 7, 'retry', '2026-11-22 07:56:48.784+00', 22.2, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f96efcc43d1ef', 7, 'retry', '2026-11-22 07:56:48.784+00', 22.4, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f99233d823d1f', 7, 'retry', '2026-11-22 07:56:48.784+00', 22.6, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f916a01a343fd', 8, 'retry', '2026-11-22 07:56:49.104+00', 4.7, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f96efcc43d1ef', 8, 'retry', '2026-11-22 07:56:49.104+00', 8.8, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f99233d823d1f', 8, 'retry', '2026-11-22 07:56:49.104+00', 9, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f916a01a343fd', 9, 'retry', '2026-11-22 07:56:49.409+00', 10, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f96efcc43d1ef', 9, 'retry', '2026-11-22 07:56:49.41+00', 18.3, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f99233d823d1f', 9, 'retry', '2026-11-22 07:56:49.41+00', 18.4, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f916a01a343fd', 10, 'retry', '2026-11-22 07:56:49.726+00', 10.7, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f96efcc43d1ef', 10, 'retry', '2026-11-22 07:56:49.726+00', 11.5, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20241f5d9745ebf5f99233d823d1f', 10, 'retry', '2026-11-22 07:56:49.726+00', 11.6, 503, 'http_503', 'no');
INSERT INTO webhooks.attempts VALUES ('dlv_01a20242016376fc9f70983e3dd1d951', 1, 'event', '2026-11-22 07:56:50.026+00', 6.4, 503, 'http_503', 'once');
INSERT INTO webhooks.attempts VALUES ('dlv_01a2024201c975ab860b7be910730b39', 1, 'event', '2026-11-22 07:56:50.051+00', 1.4, 500, 'http_500', 'several');
INSERT INTO webhooks.attempts VALUES ('dlv_01a2024201c975ab860b7be910730b39', 2, 'retry', '2026-11-22 07:56:50.382+00', 2.1, 500, 'http_500', 'several');
INSERT INTO webhooks.attempts VALUES ('dlv_01a2024201c975ab860b7be910730b39', 3, 'retry', '2026-11-22 07:56:50.736+00', 2.1, 429, 'http_429', 'several');
INSERT INTO webhooks.attempts VALUES ('dlv_01a2024205c57043894f517c27d492d5', 1, 'event', '2026-11-22 07:56:51.053+00', 5.2, 200, NULL, 'ok');
INSERT INTO webhooks.attempts VALUES ('dlv_01a202420682770d9ec873dd88b98fa6', 1, 'test', '2026-11-22 07:56:51.352+00', 4.1, 500, 'http_500', 'busy');
INSERT INTO webhooks.attempts VALUES ('dlv_01a2024207a577899ac692fbf6da3eb6', 1, 'event', '2026-11-22 07:56:51.54+00', 1.9, 500, 'http_500', 'busy');
INSERT INTO webhooks.attempts VALUES ('dlv_01a2024209e7730bbb24723aca9fc1ea', 1, 'event', '2026-11-22 07:56:52.121+00', 4.3, 500, 'http_500', 'due');
INSERT INTO webhooks.attempts VALUES ('dlv_01a2024209e7730bbb24723aca9fc1ea', 2, 'retry', '2026-11-22 07:56:52.434+00', 2.7, 503, 'http_503', 'due');

INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e05975ac9a397e543b750e06', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241dd0375b281833af590f92dd4', 'evt_01a20241dff9764db81e142e237885d8', 'domain.registered', 'delivered', 'resend', 0, 2, '2026-11-22 07:56:42.321+00', false, NULL, NULL, NULL, 500, 'http_500', '2026-11-22 07:56:41.425+00', '2026-11-22 07:56:41.565+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e12a72bb9240d0f9331fc30c', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241dd0375b281833af590f92dd4', 'evt_01a20241e108738faeb2c919ccb44dee', 'domain.registered', 'delivered', 'event', 0, 1, '2026-11-22 07:56:41.686+00', false, NULL, NULL, NULL, 200, NULL, '2026-11-22 07:56:41.635+00', '2026-11-22 07:56:41.686+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e3ef77119fc69b2f1b36eabb', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241dd0375b281833af590f92dd4', 'evt_01a20241e3ee7656bf029505b75b5766', 'webhook.test', 'failed', 'test', 0, 1, '2026-11-22 07:56:42.651+00', false, NULL, NULL, NULL, 500, 'http_500', '2026-11-22 07:56:42.35+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241dde6743bb63655978bb52366', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241dd0375b281833af590f92dd4', 'evt_01a20241dd8a710e9213cc382f3d86b1', 'domain.registered', 'delivered', 'resend', 0, 2, '2026-11-22 07:56:41.987+00', false, NULL, NULL, NULL, 200, NULL, '2026-11-22 07:56:40.792+00', '2026-11-22 07:56:41.187+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e55b764e8e08c94bd777ed5f', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241dd0375b281833af590f92dd4', 'evt_01a20241e55b764e8e08c621b3499a3c', 'webhook.test', 'delivered', 'test', 0, 1, '2026-11-22 07:56:42.993+00', false, NULL, NULL, NULL, 200, NULL, '2026-11-22 07:56:42.715+00', '2026-11-22 07:56:42.997+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20242016376fc9f70959dd0c72767', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'rcv_01a20242010077eea8c460a09b647972', 'evt_01a20242014d75a1844ab5d70f416ff7', 'domain.registered', 'skipped', 'event', 0, 0, '2026-11-22 07:56:49.89+00', false, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:56:49.89+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e7fb7617ad45371f70f36238', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241dd0375b281833af590f92dd4', 'evt_01a20241e7d7744ca4e4109abbaf259d', 'domain.registered', 'delivered', 'event', 0, 1, '2026-11-22 07:56:43.422+00', false, NULL, NULL, NULL, 200, NULL, '2026-11-22 07:56:43.386+00', '2026-11-22 07:56:43.422+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e7fb7617ad453e3ef00ed9a5', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241e6eb73ba92047688c5017d2e', 'evt_01a20241e7d7744ca4e4109abbaf259d', 'domain.registered', 'delivered', 'event', 0, 1, '2026-11-22 07:56:43.434+00', false, NULL, NULL, NULL, 200, NULL, '2026-11-22 07:56:43.386+00', '2026-11-22 07:56:43.453+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e71d72619e37279210abafdc', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241dd0375b281833af590f92dd4', 'evt_01a20241e706739397e80575abac6487', 'domain.registered', 'delivered', 'event', 0, 1, '2026-11-22 07:56:43.218+00', false, NULL, NULL, NULL, 200, NULL, '2026-11-22 07:56:43.16+00', '2026-11-22 07:56:43.218+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e8de75958578f99b65dff946', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241e6cc7381afa47980eebe6fa3', 'evt_01a20241e89c704bababf9af54ce849b', 'domain.registered', 'skipped', 'event', 0, 0, '2026-11-22 07:56:43.609+00', false, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:56:43.609+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e71d72619e372adfb919813e', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241e6cc7381afa47980eebe6fa3', 'evt_01a20241e706739397e80575abac6487', 'domain.registered', 'failed', 'event', 0, 1, '2026-11-22 07:56:43.25+00', false, NULL, NULL, NULL, 410, 'http_410', '2026-11-22 07:56:43.16+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e71d72619e372e1c8cb22710', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241e6eb73ba92047688c5017d2e', 'evt_01a20241e706739397e80575abac6487', 'domain.registered', 'delivered', 'event', 0, 1, '2026-11-22 07:56:43.277+00', false, NULL, NULL, NULL, 200, NULL, '2026-11-22 07:56:43.16+00', '2026-11-22 07:56:43.303+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e7fb7617ad453842ea46746f', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241e6cc7381afa47980eebe6fa3', 'evt_01a20241e7d7744ca4e4109abbaf259d', 'domain.registered', 'skipped', 'event', 0, 0, '2026-11-22 07:56:43.386+00', false, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:56:43.386+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e8de75958578f6d680e12966', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241dd0375b281833af590f92dd4', 'evt_01a20241e89c704bababf9af54ce849b', 'domain.registered', 'delivered', 'event', 0, 1, '2026-11-22 07:56:43.656+00', false, NULL, NULL, NULL, 200, NULL, '2026-11-22 07:56:43.609+00', '2026-11-22 07:56:43.662+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a2024201c975ab860b74734a8b4bfa', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'rcv_01a20242010077eea8c460a09b647972', 'evt_01a202420156756ea5eeb5721745c5ff', 'domain.registered', 'skipped', 'event', 0, 0, '2026-11-22 07:56:49.992+00', false, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:56:49.992+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e98576c191ea0b5790037efc', 'ten_01a20241b0d070a89679fbbe1e89a0ec', 'rcv_01a20241e95674fca242606d2d905e97', 'evt_01a20241e97874ba838dc3e7c0a49b2b', 'domain.registered', 'delivered', 'event', 0, 1, '2026-11-22 07:56:43.83+00', false, NULL, NULL, NULL, 200, NULL, '2026-11-22 07:56:43.778+00', '2026-11-22 07:56:43.83+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e8de75958578fca43a694ecd', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241e6eb73ba92047688c5017d2e', 'evt_01a20241e89c704bababf9af54ce849b', 'domain.registered', 'delivered', 'event', 0, 1, '2026-11-22 07:56:43.663+00', false, NULL, NULL, NULL, 200, NULL, '2026-11-22 07:56:43.609+00', '2026-11-22 07:56:43.671+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241e8de75958579009362eadef1', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'rcv_01a20241e86271beb174ced8413fd42e', 'evt_01a20241e89c704bababf9af54ce849b', 'domain.registered', 'pending', 'retry', 1, 1, '2026-11-22 13:56:43.666+00', false, NULL, NULL, NULL, 503, 'http_503', '2026-11-22 07:56:43.609+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20242016376fc9f70983e3dd1d951', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'rcv_01a2024201347018a219bf75b57a5ff2', 'evt_01a20242014d75a1844ab5d70f416ff7', 'domain.registered', 'pending', 'retry', 1, 1, '2026-11-22 13:56:50.032+00', false, NULL, NULL, NULL, 503, 'http_503', '2026-11-22 07:56:49.89+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a2024201c975ab860b7be910730b39', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'rcv_01a2024201347018a219bf75b57a5ff2', 'evt_01a202420156756ea5eeb5721745c5ff', 'domain.registered', 'pending', 'retry', 3, 3, '2026-11-22 13:56:50.738+00', false, NULL, NULL, NULL, 429, 'http_429', '2026-11-22 07:56:49.992+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241ea34703197ffdae4c536b926', 'ten_01a20241b9cc7040bcf520c5545d464a', 'rcv_01a20241e9df7330994f36488fa87a15', 'evt_01a20241e9fd74ee9d044a1940be7bdd', 'domain.registered', 'failed', 'retry', 9, 10, '2026-11-22 07:56:46.84+00', false, NULL, NULL, NULL, 503, 'http_503', '2026-11-22 07:56:43.955+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241f5d9745ebf5f96efcc43d1ef', 'ten_01a20241b9cc7040bcf520c5545d464a', 'rcv_01a20241e9df7330994f36488fa87a15', 'evt_01a20241f5c270a8a6ed9c0d06498db3', 'domain.registered', 'failed', 'retry', 9, 10, '2026-11-22 07:56:49.737+00', false, NULL, NULL, NULL, 503, 'http_503', '2026-11-22 07:56:46.936+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241f5d9745ebf5f916a01a343fd', 'ten_01a20241b9cc7040bcf520c5545d464a', 'rcv_01a20241e9df7330994f36488fa87a15', 'evt_01a20241f5b5701ba2be39b91756cb1a', 'domain.registered', 'pending', 'recover', 0, 10, '2026-11-22 07:56:52.689+00', true, NULL, NULL, NULL, 503, 'http_503', '2026-11-22 07:56:46.936+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20241f5d9745ebf5f99233d823d1f', 'ten_01a20241b9cc7040bcf520c5545d464a', 'rcv_01a20241e9df7330994f36488fa87a15', 'evt_01a20241f5ce708eac80b154bfda805f', 'domain.registered', 'failed', 'retry', 9, 10, '2026-11-22 07:56:49.738+00', false, NULL, NULL, NULL, 503, 'http_503', '2026-11-22 07:56:46.936+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20242076373209b241649f563a86e', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'rcv_01a202420663738a84abf0a01104aecf', 'evt_01a20242074b75cba78ddddef8a7a8b4', 'domain.registered', 'pending', 'event', 0, 1, '2026-11-22 07:56:51.422+00', true, NULL, '2026-11-22 07:57:16.474+00', 'hld_01a202420792730680d2ae73b4d01d0c', NULL, NULL, '2026-11-22 07:56:51.422+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a2024205c57043894f517c27d492d5', 'ten_01a20241b0d070a89679fbbe1e89a0ec', 'rcv_01a20241e95674fca242606d2d905e97', 'evt_01a202420518751fb5d260197d7ae757', 'domain.registered', 'delivered', 'event', 0, 1, '2026-11-22 07:56:51.058+00', false, NULL, NULL, NULL, 200, NULL, '2026-11-22 07:56:51.012+00', '2026-11-22 07:56:51.058+00');
INSERT INTO webhooks.deliveries VALUES ('dlv_01a202420682770d9ec873dd88b98fa6', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'rcv_01a202420663738a84abf0a01104aecf', 'evt_01a20242068171aa8d3942b5be434225', 'webhook.test', 'failed', 'test', 0, 1, '2026-11-22 07:56:51.356+00', false, NULL, NULL, NULL, 500, 'http_500', '2026-11-22 07:56:51.201+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20242092c758b8911084cdfdf906d', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'rcv_01a202420663738a84abf0a01104aecf', 'evt_01a202420911700889106246f3c45721', 'domain.registered', 'pending', 'event', 0, 1, '2026-11-22 07:56:51.88+00', true, NULL, '2026-11-22 07:57:16.923+00', 'hld_01a202420953721eae37c2048dc7be08', NULL, NULL, '2026-11-22 07:56:51.88+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20242092c758b89110ca510e113cc', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'rcv_01a202420663738a84abf0a01104aecf', 'evt_01a20242091d74cfa62c4a63b255eee0', 'domain.registered', 'pending', 'event', 0, 1, '2026-11-22 07:56:51.88+00', true, NULL, '2026-11-22 07:57:16.923+00', 'hld_01a202420953721eae37c2048dc7be08', NULL, NULL, '2026-11-22 07:56:51.88+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20242099f7184a82f784987d7e74e', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'rcv_01a202420663738a84abf0a01104aecf', 'evt_01a20242097973da904ca3f233604f01', 'domain.registered', 'pending', 'event', 0, 0, '2026-11-22 07:56:51.998+00', true, '2026-11-22 07:57:17.669+00', NULL, NULL, NULL, NULL, '2026-11-22 07:56:51.998+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a2024207a577899ac692fbf6da3eb6', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'rcv_01a202420663738a84abf0a01104aecf', 'evt_01a20242075d732b8196edb94fc45f2f', 'domain.registered', 'pending', 'retry', 1, 2, '2026-11-22 07:56:51.722+00', true, NULL, '2026-11-22 07:57:16.837+00', 'hld_01a2024208fd7363aa3c39dcf75b6e54', 500, 'http_500', '2026-11-22 07:56:51.489+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a20242099f7184a82f7ffc01ffca71', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'rcv_01a202420663738a84abf0a01104aecf', 'evt_01a20242098873b1b00af45081cf9bd4', 'domain.registered', 'pending', 'event', 0, 0, '2026-11-22 07:56:51.998+00', true, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:56:51.998+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a2024209e7730bbb246d03dc79e786', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'rcv_01a20242010077eea8c460a09b647972', 'evt_01a2024209c577bd88a041b44a94ded0', 'domain.registered', 'skipped', 'event', 0, 0, '2026-11-22 07:56:52.07+00', false, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:56:52.07+00', NULL);
INSERT INTO webhooks.deliveries VALUES ('dlv_01a2024209e7730bbb24723aca9fc1ea', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'rcv_01a2024201347018a219bf75b57a5ff2', 'evt_01a2024209c577bd88a041b44a94ded0', 'domain.registered', 'pending', 'retry', 2, 2, '2026-11-22 07:57:02.436+00', false, NULL, NULL, NULL, 503, 'http_503', '2026-11-22 07:56:52.07+00', NULL);

INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (1, '831', 'evt_01a20241dd8a710e9213cc382f3d86b1', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'domain.registered', '2026-11-22 07:56:40.714+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:40.714Z","data":{"order_id":"ord_01a20241dd6c72b2b38bbe6f16f343b1","domain":"delivered-1.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:40.714Z","expires_at":"2027-11-22T07:56:40.714Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"demo"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (2, '852', 'evt_01a20241dff9764db81e142e237885d8', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'domain.registered', '2026-11-22 07:56:41.337+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:41.337Z","data":{"order_id":"ord_01a20241dfd871789f57237e0f075cff","domain":"delivered-2.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:41.337Z","expires_at":"2027-11-22T07:56:41.337Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"demo"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (3, '863', 'evt_01a20241e108738faeb2c919ccb44dee', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'domain.registered', '2026-11-22 07:56:41.608+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:41.608Z","data":{"order_id":"ord_01a20241e1017296a12cd7680e56f5ea","domain":"delivered-3.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:41.608Z","expires_at":"2027-11-22T07:56:41.608Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"demo"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (4, '887', 'evt_01a20241e3ee7656bf029505b75b5766', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'webhook.test', '2026-11-22 07:56:42.35+00', '{"type":"webhook.test","timestamp":"2026-11-22T07:56:42.350Z","data":{"receiver_id":"rcv_01a20241dd0375b281833af590f92dd4","message":"This is a test; nothing was registered.","tenant":"demo"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (5, '895', 'evt_01a20241e55b764e8e08c621b3499a3c', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'webhook.test', '2026-11-22 07:56:42.715+00', '{"type":"webhook.test","timestamp":"2026-11-22T07:56:42.715Z","data":{"receiver_id":"rcv_01a20241dd0375b281833af590f92dd4","message":"This is a test; nothing was registered.","tenant":"demo"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (6, '907', 'evt_01a20241e706739397e80575abac6487', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'domain.registered', '2026-11-22 07:56:43.142+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:43.142Z","data":{"order_id":"ord_01a20241e6fa74c2bb0d421562f9223e","domain":"gone.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:43.142Z","expires_at":"2027-11-22T07:56:43.142Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"demo"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (7, '928', 'evt_01a20241e7d7744ca4e4109abbaf259d', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'domain.registered', '2026-11-22 07:56:43.351+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:43.351Z","data":{"order_id":"ord_01a20241e7c772bdb12bc782eaf3b579","domain":"skipped.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:43.351Z","expires_at":"2027-11-22T07:56:43.351Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"demo"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (8, '944', 'evt_01a20241e89c704bababf9af54ce849b', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'domain.registered', '2026-11-22 07:56:43.548+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:43.548Z","data":{"order_id":"ord_01a20241e88b723f92f0457f1476550c","domain":"removed.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:43.548Z","expires_at":"2027-11-22T07:56:43.548Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"demo"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (9, '964', 'evt_01a20241e97874ba838dc3e7c0a49b2b', 'ten_01a20241b0d070a89679fbbe1e89a0ec', 'domain.registered', '2026-11-22 07:56:43.768+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:43.768Z","data":{"order_id":"ord_01a20241e96e738c8e603cb2194bf6c5","domain":"second-1.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:43.768Z","expires_at":"2027-11-22T07:56:43.768Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"second"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (10, '977', 'evt_01a20241e9fd74ee9d044a1940be7bdd', 'ten_01a20241b9cc7040bcf520c5545d464a', 'domain.registered', '2026-11-22 07:56:43.901+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:43.901Z","data":{"order_id":"ord_01a20241e9f4749cae431ee5d06cadd4","domain":"exhausted-1.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:43.901Z","expires_at":"2027-11-22T07:56:43.901Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"recovery"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (11, '1056', 'evt_01a20241f5b5701ba2be39b91756cb1a', 'ten_01a20241b9cc7040bcf520c5545d464a', 'domain.registered', '2026-11-22 07:56:46.901+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:46.901Z","data":{"order_id":"ord_01a20241f5a377ed9e79011f534386be","domain":"exhausted-2.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:46.901Z","expires_at":"2027-11-22T07:56:46.901Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"recovery"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (12, '1056', 'evt_01a20241f5c270a8a6ed9c0d06498db3', 'ten_01a20241b9cc7040bcf520c5545d464a', 'domain.registered', '2026-11-22 07:56:46.914+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:46.914Z","data":{"order_id":"ord_01a20241f5bd777f9717222fc1e1cab6","domain":"exhausted-3.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:46.914Z","expires_at":"2027-11-22T07:56:46.914Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"recovery"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (13, '1056', 'evt_01a20241f5ce708eac80b154bfda805f', 'ten_01a20241b9cc7040bcf520c5545d464a', 'domain.registered', '2026-11-22 07:56:46.926+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:46.926Z","data":{"order_id":"ord_01a20241f5c771a8a7163c33d6a0d516","domain":"exhausted-4.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:46.926Z","expires_at":"2027-11-22T07:56:46.926Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"recovery"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (14, '1142', 'evt_01a20242014d75a1844ab5d70f416ff7', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'domain.registered', '2026-11-22 07:56:49.869+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:49.869Z","data":{"order_id":"ord_01a20242014674368702d2c702264bc4","domain":"retry-once.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:49.869Z","expires_at":"2027-11-22T07:56:49.869Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"retries"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (15, '1146', 'evt_01a202420156756ea5eeb5721745c5ff', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'domain.registered', '2026-11-22 07:56:49.878+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:49.878Z","data":{"order_id":"ord_01a202420152717bb815490d1c417343","domain":"retry-several.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:49.878Z","expires_at":"2027-11-22T07:56:49.878Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"retries"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (19, '1189', 'evt_01a202420518751fb5d260197d7ae757', 'ten_01a20241b0d070a89679fbbe1e89a0ec', 'domain.registered', '2026-11-22 07:56:50.84+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:50.840Z","data":{"order_id":"ord_01a202420510775d981bbf6b89f16fee","domain":"uncounted.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:50.840Z","expires_at":"2027-11-22T07:56:50.840Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"second"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (23, '1220', 'evt_01a20242068171aa8d3942b5be434225', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'webhook.test', '2026-11-22 07:56:51.201+00', '{"type":"webhook.test","timestamp":"2026-11-22T07:56:51.201Z","data":{"receiver_id":"rcv_01a202420663738a84abf0a01104aecf","message":"This is a test; nothing was registered.","tenant":"busy"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (24, '1231', 'evt_01a20242074b75cba78ddddef8a7a8b4', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'domain.registered', '2026-11-22 07:56:51.403+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:51.403Z","data":{"order_id":"ord_01a20242074177cca6267e8f86e0d00c","domain":"held-1.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:51.403Z","expires_at":"2027-11-22T07:56:51.403Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"busy"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (25, '1239', 'evt_01a20242075d732b8196edb94fc45f2f', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'domain.registered', '2026-11-22 07:56:51.421+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:51.421Z","data":{"order_id":"ord_01a2024207567043af958e6277d2bf7c","domain":"held-2.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:51.421Z","expires_at":"2027-11-22T07:56:51.421Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"busy"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (26, '1258', 'evt_01a202420911700889106246f3c45721', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'domain.registered', '2026-11-22 07:56:51.857+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:51.857Z","data":{"order_id":"ord_01a20242090572f89124400003ff9fda","domain":"held-3.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:51.857Z","expires_at":"2027-11-22T07:56:51.857Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"busy"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (27, '1258', 'evt_01a20242091d74cfa62c4a63b255eee0', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'domain.registered', '2026-11-22 07:56:51.869+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:51.869Z","data":{"order_id":"ord_01a202420917756ab19fd0245ff09d22","domain":"held-4.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:51.869Z","expires_at":"2027-11-22T07:56:51.869Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"busy"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (28, '1269', 'evt_01a20242097973da904ca3f233604f01', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'domain.registered', '2026-11-22 07:56:51.961+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:51.961Z","data":{"order_id":"ord_01a20242097371f88c067acef43e466e","domain":"queued.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:51.961Z","expires_at":"2027-11-22T07:56:51.961Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"busy"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (29, '1269', 'evt_01a20242098873b1b00af45081cf9bd4', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'domain.registered', '2026-11-22 07:56:51.976+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:51.976Z","data":{"order_id":"ord_01a202420981752cb305c8ba106f71b0","domain":"ready.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:51.976Z","expires_at":"2027-11-22T07:56:51.976Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"busy"}}');
INSERT INTO webhooks.events OVERRIDING SYSTEM VALUE VALUES (30, '1274', 'evt_01a2024209c577bd88a041b44a94ded0', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'domain.registered', '2026-11-22 07:56:52.037+00', '{"type":"domain.registered","timestamp":"2026-11-22T07:56:52.037Z","data":{"order_id":"ord_01a2024209bb767a9fc5d59ae0a3dbf3","domain":"retry-due.com","tld":"com","years":1,"status":"registered","registered_at":"2026-11-22T07:56:52.037Z","expires_at":"2027-11-22T07:56:52.037Z","amount":{"currency":"USD","total":11.99},"owner":{"email":"ada@example.com"},"tenant":"retries"}}');

INSERT INTO webhooks.receivers VALUES ('rcv_01a20241e9df7330994f36488fa87a15', 'ten_01a20241b9cc7040bcf520c5545d464a', 'http://127.0.0.1:1/exhausted', 'exhausted', '{}', 'on', NULL, NULL, '2026-11-22 07:56:43.987+00', NULL, '2026-11-22 07:56:43.871+00');
INSERT INTO webhooks.receivers VALUES ('rcv_01a20241dd0375b281833af590f92dd4', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'http://127.0.0.1:1/steady', 'steady', '{}', 'on', NULL, NULL, NULL, '2026-11-22 07:56:42.997+00', '2026-11-22 07:56:40.567+00');
INSERT INTO webhooks.receivers VALUES ('rcv_01a20241e6cc7381afa47980eebe6fa3', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'http://127.0.0.1:1/gone', 'gone', '{}', 'off', 'it answered 410 Gone', '2026-11-22 07:56:43.279+00', '2026-11-22 07:56:43.231+00', NULL, '2026-11-22 07:56:43.083+00');
INSERT INTO webhooks.receivers VALUES ('rcv_01a20241e6eb73ba92047688c5017d2e', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'http://127.0.0.1:1/filtered', 'filtered', '{domain.registered}', 'on', NULL, NULL, NULL, '2026-11-22 07:56:43.303+00', '2026-11-22 07:56:43.115+00');
INSERT INTO webhooks.receivers VALUES ('rcv_01a20242010077eea8c460a09b647972', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'http://127.0.0.1:1/paused', 'paused', '{}', 'off', 'switched off in the portal', '2026-11-22 07:56:49.818+00', NULL, NULL, '2026-11-22 07:56:49.792+00');
INSERT INTO webhooks.receivers VALUES ('rcv_01a20241e86271beb174ced8413fd42e', 'ten_01a20241a3d17719a2e0a423f697b1c6', 'http://127.0.0.1:1/removed', 'removed', '{}', 'removed', 'removed', '2026-11-22 07:56:43.694+00', '2026-11-22 07:56:43.654+00', NULL, '2026-11-22 07:56:43.49+00');
INSERT INTO webhooks.receivers VALUES ('rcv_01a20241e95674fca242606d2d905e97', 'ten_01a20241b0d070a89679fbbe1e89a0ec', 'http://127.0.0.1:1/second', 'second', '{}', 'on', NULL, NULL, NULL, '2026-11-22 07:56:43.83+00', '2026-11-22 07:56:43.734+00');
INSERT INTO webhooks.receivers VALUES ('rcv_01a202420663738a84abf0a01104aecf', 'ten_01a20241bd4c764c9ab73cddd075fa09', 'http://127.0.0.1:1/slow', 'slow', '{}', 'on', NULL, NULL, '2026-11-22 07:56:51.352+00', NULL, '2026-11-22 07:56:51.17+00');
INSERT INTO webhooks.receivers VALUES ('rcv_01a2024201347018a219bf75b57a5ff2', 'ten_01a20241b60e756bb62ce5efe20d0cbf', 'http://127.0.0.1:1/flaky', 'flaky', '{}', 'on', NULL, NULL, '2026-11-22 07:56:50.026+00', NULL, '2026-11-22 07:56:49.843+00');

INSERT INTO webhooks.recoveries VALUES ('rec_01a202420c4973fcb67e9f2c7cb73ada', 'rcv_01a20241e9df7330994f36488fa87a15', '2026-11-22 07:56:46.857+00', '2026-11-22 07:56:52.672+00', '2026-11-22 07:56:46.936+00', 'dlv_01a20241f5d9745ebf5f916a01a343fd', 'running', 1, 3, '2026-11-22 07:56:52.672+00', '2026-11-22 07:56:52.689+00', NULL);

INSERT INTO webhooks.secrets VALUES ('sec_01a20241dd0774519e68fc46ddf385dd', 'rcv_01a20241dd0375b281833af590f92dd4', '2ssm4hLVcNiM/5dMvb1EUS6fospU3UaWNP9/GvR4q1AIGR0SHDkDZvcqVcYtnkeAlK3/9B1wMouBQP/8R3taZjBqg/WiNtK+FOY93wHE', '4bb06f8e4e3a7715', 'whsec_…1m8Q=', '2026-11-22 07:56:40.567+00', '2026-11-29 07:56:43.036+00');
INSERT INTO webhooks.secrets VALUES ('sec_01a20241e69e70e9be21e134093ca5fc', 'rcv_01a20241dd0375b281833af590f92dd4', 'fPsSvF0F3ay5+Y39OqeInhL9lTRh2UIHbnGHvhNbrtE8yQxJHAJtV40WlTJJneA3geferGpR7ktM7yCBiUKbE52whkx3sPa5Q3XNbqLZ', '4bb06f8e4e3a7715', 'whsec_…XdmA=', '2026-11-22 07:56:43.036+00', NULL);
INSERT INTO webhooks.secrets VALUES ('sec_01a20241e6d07651837eead5d089b50b', 'rcv_01a20241e6cc7381afa47980eebe6fa3', 'AxuxWETInd4V/MBgxzzLKkU7E7kXB9DrgVrfkEn5eYQyFR9z88DHndWTP/okBgU6LbR+GFlIi6Q89hksuNyKHmGGd5hdzBNh+mwTJWH6', '4bb06f8e4e3a7715', 'whsec_…MSsA=', '2026-11-22 07:56:43.083+00', NULL);
INSERT INTO webhooks.secrets VALUES ('sec_01a20241e6ec77d7a0b3e3ea1422cf61', 'rcv_01a20241e6eb73ba92047688c5017d2e', '6sEauHlAZOPgEYdovHwKEevWRjZa+iz3bc7fZKs57Nn/PQZKOODDCC5BACFBhO4c+1uROpCV1sZjj0AbYlgVrbq569OSWQETA16czI/C', '4bb06f8e4e3a7715', 'whsec_…vTX0=', '2026-11-22 07:56:43.115+00', NULL);
INSERT INTO webhooks.secrets VALUES ('sec_01a20241e95674fca2426546ab479b45', 'rcv_01a20241e95674fca242606d2d905e97', 'Vcp7GYWDm0ycDoUKI+R007oyeKi2fdkf0Zg15QXv7r0SHpVD440kYHAZOjmVwgNvf3pSOKWGgnz7PJAeRaXMRw08X1/bSIb6HvKieSpe', '4bb06f8e4e3a7715', 'whsec_…x+QU=', '2026-11-22 07:56:43.734+00', NULL);
INSERT INTO webhooks.secrets VALUES ('sec_01a20241e9e07348bd04a515563d2c64', 'rcv_01a20241e9df7330994f36488fa87a15', 'NpY1cFGlUQGKmBPtjJrCEf0g6sPAhm6Ritk97oZ6zg+cF8UnlnVOz+gQuCAwTfgXWvHnUBLLRekVn411xe0hXWJ5EITibH308bZh4Pe9', '4bb06f8e4e3a7715', 'whsec_…c7C8=', '2026-11-22 07:56:43.871+00', NULL);
INSERT INTO webhooks.secrets VALUES ('sec_01a202420104714ead418dfd302b415d', 'rcv_01a20242010077eea8c460a09b647972', 'B9CebQEokITn2/33ZvItxv/tdFRoNikfbJhpyrwuX2Cv1w5navDj1TuRu7sAOT7FrSdJR0p8t9TjUJKjG/UWl4xRE98tBHPcBj2J143k', '4bb06f8e4e3a7715', 'whsec_…dL1w=', '2026-11-22 07:56:49.792+00', NULL);
INSERT INTO webhooks.secrets VALUES ('sec_01a20242013776eb90a020cdf55080fa', 'rcv_01a2024201347018a219bf75b57a5ff2', 'p2p1vXQtWeH/8gXAM8Cqu+06mFySfIRzTfDekWcnD0pVdbw4CXBmyz4El7Ugz8l7DG27weIJefvA3EjWR5kSgyW9ozZ4wd2s2+C0cAdW', '4bb06f8e4e3a7715', 'whsec_…zwn0=', '2026-11-22 07:56:49.843+00', NULL);
INSERT INTO webhooks.secrets VALUES ('sec_01a20242066674d9af48200c660bcded', 'rcv_01a202420663738a84abf0a01104aecf', 'vEIrwRBD7XsYCJH5eE+vD27USCQsF6r21kh9DUranNd+zMhw0pkq42N0oGWZBmvfJwr97FnkUPAvYzhnWDpf3ndHzNLJBzeKE6GJkVDD', '4bb06f8e4e3a7715', 'whsec_…yDVI=', '2026-11-22 07:56:51.17+00', NULL);

SELECT pg_catalog.setval('platform.migrations_id_seq', 18, true);
SELECT pg_catalog.setval('platform.outbox_position_seq', 26, true);
SELECT pg_catalog.setval('webhooks.events_position_seq', 30, true);

ALTER TABLE ONLY accounts.login_limits
    ADD CONSTRAINT login_limits_pkey PRIMARY KEY (key);
ALTER TABLE ONLY accounts.people
    ADD CONSTRAINT people_email_key UNIQUE (email);
ALTER TABLE ONLY accounts.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounts.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY accounts.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY api_keys.keys
    ADD CONSTRAINT keys_hash_key UNIQUE (hash);
ALTER TABLE ONLY api_keys.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY checkout.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (tenant_id, reference);
ALTER TABLE ONLY domains.registrations
    ADD CONSTRAINT registrations_pkey PRIMARY KEY (tenant_id, domain);
ALTER TABLE ONLY orders.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY platform.migrations
    ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);
ALTER TABLE ONLY platform.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY platform.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant_id, endpoint, key);
ALTER TABLE ONLY platform.inbox
    ADD CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);
ALTER TABLE ONLY platform.outbox
    ADD CONSTRAINT outbox_id_key UNIQUE (id);
ALTER TABLE ONLY platform.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY registrar.kill_switch
    ADD CONSTRAINT kill_switch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tenancy.tenants
    ADD CONSTRAINT tenants_host_key UNIQUE (host);
ALTER TABLE ONLY tenancy.tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tenancy.tenants
    ADD CONSTRAINT tenants_slug_key UNIQUE (slug);
ALTER TABLE ONLY usage.due_hours
    ADD CONSTRAINT due_hours_pkey PRIMARY KEY (tenant_id, hour);
ALTER TABLE ONLY usage.hour_latencies
    ADD CONSTRAINT hour_latencies_pkey PRIMARY KEY (tenant_id, hour, route);
ALTER TABLE ONLY usage.hours
    ADD CONSTRAINT hours_pkey PRIMARY KEY (tenant_id, hour, key_id, route, status, code) INCLUDE (requests);
ALTER TABLE ONLY usage.minute_latencies
    ADD CONSTRAINT minute_latencies_pkey PRIMARY KEY (tenant_id, minute, route);
ALTER TABLE ONLY usage.minutes
    ADD CONSTRAINT minutes_pkey PRIMARY KEY (tenant_id, minute, key_id, route, status, code);
ALTER TABLE ONLY usage.registrations
    ADD CONSTRAINT registrations_pkey PRIMARY KEY (tenant_id, minute);
ALTER TABLE ONLY usage.requests
    ADD CONSTRAINT requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY webhooks.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (delivery_id, number);
ALTER TABLE ONLY webhooks.deliveries
    ADD CONSTRAINT deliveries_event_id_receiver_id_key UNIQUE (event_id, receiver_id);
ALTER TABLE ONLY webhooks.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY webhooks.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY webhooks.receivers
    ADD CONSTRAINT receivers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY webhooks.recoveries
    ADD CONSTRAINT recoveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY webhooks.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (id);

CREATE INDEX login_limits_expire ON accounts.login_limits USING btree (expire);
CREATE INDEX sessions_created ON accounts.sessions USING btree (created_at);
CREATE INDEX sessions_person ON accounts.sessions USING btree (person_id, created_at DESC);
CREATE INDEX keys_tenant ON api_keys.keys USING btree (tenant_id, created_at);
CREATE INDEX registrations_tenant ON domains.registrations USING btree (tenant_id, registered_at, domain);
CREATE INDEX orders_domain ON orders.orders USING btree (tenant_id, domain COLLATE "C", id);
CREATE INDEX orders_tenant ON orders.orders USING btree (tenant_id, id);
CREATE INDEX audit_action ON platform.audit USING btree (action COLLATE "C", "position" DESC);
CREATE INDEX audit_subject ON platform.audit USING btree (subject, "position" DESC);
CREATE INDEX audit_tenant ON platform.audit USING btree (tenant_id, "position" DESC);
CREATE INDEX idempotency_keys_created ON platform.idempotency_keys USING btree (created_at);
CREATE INDEX inbox_received ON platform.inbox USING btree (received_at);
CREATE INDEX outbox_dead ON platform.outbox USING btree ("position") WHERE (state = 'dead'::text);
CREATE INDEX outbox_done ON platform.outbox USING btree (settled_at) WHERE (state = 'done'::text);
CREATE INDEX outbox_due ON platform.outbox USING btree (due_at, "position") WHERE (state = 'due'::text);
CREATE INDEX due_hours_hour ON usage.due_hours USING btree (hour);
CREATE INDEX hour_latencies_hour ON usage.hour_latencies USING btree (hour);
CREATE INDEX hours_hour ON usage.hours USING btree (hour);
CREATE INDEX minute_latencies_minute ON usage.minute_latencies USING btree (minute);
CREATE INDEX minutes_minute ON usage.minutes USING btree (minute);
CREATE INDEX registrations_minute ON usage.registrations USING btree (minute);
CREATE INDEX requests_code ON usage.requests USING btree (tenant_id, code, at DESC, id DESC) WHERE (status >= 400);
CREATE INDEX requests_domain ON usage.requests USING btree (hashtextextended(((tenant_id || ' '::text) || domain), (0)::bigint), at DESC, id DESC) WHERE (domain IS NOT NULL);
CREATE INDEX requests_domain_code ON usage.requests USING btree (hashtextextended(((tenant_id || ' '::text) || domain), (0)::bigint), code, at DESC, id DESC) WHERE ((domain IS NOT NULL) AND (status >= 400));
CREATE INDEX requests_request ON usage.requests USING btree (request_id);
CREATE INDEX requests_tenant ON usage.requests USING btree (tenant_id, at DESC, id DESC);
CREATE INDEX attempts_started ON webhooks.attempts USING brin (started_at);
CREATE INDEX deliveries_created ON webhooks.deliveries USING brin (created_at);
CREATE INDEX deliveries_later ON webhooks.deliveries USING btree (due_at) WHERE ((state = 'pending'::text) AND (NOT ready));
CREATE INDEX deliveries_ready ON webhooks.deliveries USING btree (receiver_id, due_at, id) WHERE ready;
CREATE INDEX deliveries_tenant ON webhooks.deliveries USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX deliveries_undelivered ON webhooks.deliveries USING btree (receiver_id, created_at, id) WHERE (state = ANY (ARRAY['failed'::text, 'skipped'::text]));
CREATE INDEX events_occurred ON webhooks.events USING btree (occurred_at);
CREATE INDEX events_tenant ON webhooks.events USING btree (tenant_id, recorded_by, "position");
CREATE INDEX receivers_tenant ON webhooks.receivers USING btree (tenant_id, created_at);

CREATE UNIQUE INDEX recoveries_running ON webhooks.recoveries USING btree (receiver_id) WHERE (state = 'running'::text);

CREATE INDEX secrets_receiver ON webhooks.secrets USING btree (receiver_id, created_at DESC);

ALTER TABLE ONLY accounts.sessions
    ADD CONSTRAINT sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES accounts.people(id) ON DELETE CASCADE;
ALTER TABLE ONLY webhooks.recoveries
    ADD CONSTRAINT recoveries_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES webhooks.receivers(id) ON DELETE CASCADE;
ALTER TABLE ONLY webhooks.secrets
    ADD CONSTRAINT secrets_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES webhooks.receivers(id) ON DELETE CASCADE;
