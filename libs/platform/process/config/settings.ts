import { UsageError } from '../../http/errors/usage-error.js';
import { isCheckout } from './installation.js';
import {
  boolean,
  cents,
  createReader,
  dnsServers,
  duration,
  durations,
  hostName,
  hostNames,
  integer,
  issuer,
  key,
  mailAddress,
  networks,
  oneOf,
  port,
  secureBaseUrl,
  positiveInteger,
  postgresUrl,
  redisUrl,
  secret,
  slug,
  text,
  url,
} from './variables.js';

export const SETTINGS = Symbol('settings');

/** Requests whose headers and bodies are kept. */
const LOG_BODIES = ['all', 'errors', 'none'] as const;

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap(name => [name, `parentbased_${name}`]);

const REGISTRARS = ['none', 'dnsimple'] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const retrySchedule = durations(20);
const DEFAULT_RETRY_SCHEDULE = retrySchedule.parse('0s,5s,30s,2m,10m,30m,2h,5h,10h,24h')!;

/** Port of metrics without METRICS_PORT, from the range that Prometheus exporters use. */
export const DEFAULT_METRICS_PORT = 9464;

export const DEFAULT_POOL_SIZE = 16;

/** Settings of an installation; see apps/docs/pages/settings.md. */
export type Settings = ReturnType<typeof readSettings>;

/** @throws UsageError listing every invalid variable and what is expected */
export function readSettings(env: NodeJS.ProcessEnv) {
  const { read, problems, findMisspelled } = createReader(env);
  const serviceName = read('SERVICE_NAME', slug, 'nameyard');
  const databaseUrl = read('DATABASE_URL', postgresUrl, undefined);
  const settings = {
    port: read('PORT', port, 3000),
    host: read('HOST', text, '127.0.0.1'),
    /** Port of an additional HTTPS listener; undefined: none. */
    tlsPort: read('TLS_PORT', port, undefined),
    /** Names in its certificate besides those of this machine. */
    tlsNames: read('TLS_NAMES', hostNames, [] as string[]),
    /** Port of the worker's health endpoints; undefined: none. */
    workerPort: read('WORKER_PORT', port, undefined),
    /** Undefined: the default port, unless another process uses it. */
    metricsPort: read('METRICS_PORT', port, undefined),
    metricsHost: read('METRICS_HOST', text, '127.0.0.1'),
    /** Undefined: the embedded PostgreSQL in `dataDir`. */
    databaseUrl,
    /** PostgreSQL itself, if DATABASE_URL is a pooler in transaction mode. */
    databaseDirectUrl: read('DATABASE_DIRECT_URL', postgresUrl, undefined),
    /** Connections of a process, besides those for notifications and the queue. */
    databasePoolSize: read('DATABASE_POOL_SIZE', integer('an integer', 4, 1_000), DEFAULT_POOL_SIZE),
    /** How long a request waits for a connection, and then for the response of PostgreSQL. It fails within twice this time. */
    databaseTimeoutMs: read('DATABASE_TIMEOUT', duration('1s', '5s'), 1_000),
    /** Whether PostgreSQL is embedded; still true after `databaseUrl` was set to its URL. */
    isEmbedded: databaseUrl === undefined,
    /** Undefined: each process counts rate limits in its own memory, and PostgreSQL holds the queue. */
    redisUrl: read('REDIS_URL', redisUrl, undefined),
    /** Timeout of Redis, after which a process counts a request in its own memory. */
    redisTimeoutMs: read('REDIS_TIMEOUT', duration('100ms', '5s'), 250),
    dataDir: read('DATA_DIR', text, isCheckout ? '.data' : '.nameyard'),
    serviceName,
    /** `meta.source` of responses. */
    source: `${serviceName}-sandbox`,
    /** `meta.source` of live responses. */
    liveSource: `${serviceName}-live`,
    defaultTenant: read('DEFAULT_TENANT', slug, 'demo'),
    bootstrapApiKey: read('BOOTSTRAP_API_KEY', secret, undefined),
    /** The first operator of a new installation. */
    bootstrapOperatorEmail: read('BOOTSTRAP_OPERATOR_EMAIL', text, 'operator@nameyard.test'),
    /** Undefined: a random password. */
    bootstrapOperatorPassword: read('BOOTSTRAP_OPERATOR_PASSWORD', secret, undefined),
    /** Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are trusted. */
    trustedProxies: read('TRUSTED_PROXIES', networks, []),
    /** `<slug>.<storefrontDomain>` shows the storefront of a tenant; undefined: none but `<slug>.localhost`. */
    storefrontDomain: read('STOREFRONT_DOMAIN', hostName, undefined),
    /** Host names of the installation itself, which never show a storefront. */
    publicHosts: read('PUBLIC_HOSTS', hostNames, [] as string[]),
    /** Name servers that verify the host names of tenants; empty: those of the system. */
    dnsServers: read('DNS_SERVERS', dnsServers, []),
    /** The OpenID Connect provider of the portal; undefined: people log in with passwords only. */
    oidcIssuer: read('OIDC_ISSUER', issuer, undefined),
    oidcClientId: read('OIDC_CLIENT_ID', text, undefined),
    oidcClientSecret: read('OIDC_CLIENT_SECRET', secret, undefined),
    /** Completes "Log in with …" on the login page. */
    oidcName: read('OIDC_NAME', text, 'single sign-on'),
    /** Server that sends invitations and links to reset passwords; undefined: operators send them themselves. */
    smtpUrl: read('SMTP_URL', url('smtp:', 'smtps:'), undefined),
    mailFrom: read('MAIL_FROM', mailAddress, undefined),
    /** Default rate limit of API keys, in requests per minute. */
    defaultRateLimit: read('DEFAULT_RATE_LIMIT', positiveInteger(1_000_000), 60),
    /** Encrypts secrets of webhooks and authenticator apps, opaque IDs and cookies; undefined: the key file in `dataDir`. */
    encryptionKey: read('ENCRYPTION_KEY', key(32), undefined),
    previousEncryptionKey: read('ENCRYPTION_KEY_PREVIOUS', key(32), undefined),
    /** Delays of the attempts of a delivery, each after the previous attempt, in milliseconds. */
    webhookRetrySchedule: read('WEBHOOK_RETRY_SCHEDULE', retrySchedule, DEFAULT_RETRY_SCHEDULE),
    /**
     * Whether webhooks may be sent to private addresses and over plain HTTP. With the embedded PostgreSQL the process most
     * likely runs on a laptop, next to the receivers.
     */
    webhookAllowPrivateTargets: read('WEBHOOK_ALLOW_PRIVATE_TARGETS', boolean, databaseUrl === undefined),
    /** Requests whose headers and bodies are kept in the request log; all by default on a laptop, where they help most. */
    logBodies: read('LOG_BODIES', oneOf(...LOG_BODIES), databaseUrl === undefined ? 'all' : 'errors'),
    /** Encrypts the files of `nameyard backup`. */
    backupPassphrase: read('BACKUP_PASSPHRASE', secret, undefined),
    /** Collector of traces; undefined: none. The OpenTelemetry SDK reads the other OTEL_* variables. */
    otlpEndpoint: read('OTEL_EXPORTER_OTLP_ENDPOINT', url('http:', 'https:'), undefined),
    /** The registrar behind the live API; `none` answers 503. */
    registrar: read('REGISTRAR', oneOf(...REGISTRARS), 'none'),
    registrarUrl: read('REGISTRAR_URL', secureBaseUrl, 'https://api.dnsimple.com'),
    registrarToken: read('REGISTRAR_TOKEN', secret, undefined),
    registrarAccount: read('REGISTRAR_ACCOUNT', positiveInteger(2 ** 31 - 1), undefined),
    /** Timeout of a call to the registrar. */
    registrarTimeoutMs: read('REGISTRAR_TIMEOUT', duration('1s', '120s'), 30_000),
    /** Time after which a submission without a response counts as not received by the registrar. */
    registrarSettleMs: read('REGISTRAR_SETTLE', duration('2s', '24h'), 15 * 60_000),
    /** Maximum amount of all live orders per UTC day, in cents. */
    registrarDailyLimit: read('REGISTRAR_DAILY_LIMIT', cents, 50_000),
    /** Maximum number of calls to the registrar per minute; without REDIS_URL, each process counts its own. */
    registrarRateLimit: read('REGISTRAR_RATE_LIMIT', positiveInteger(1_000_000), 30),
    logLevel: read('LOG_LEVEL', oneOf(...LOG_LEVELS), 'info'),
  };
  if (settings.databaseDirectUrl && !databaseUrl) problems.push('DATABASE_DIRECT_URL requires DATABASE_URL.');
  const oidc = [env.OIDC_ISSUER, settings.oidcClientId, settings.oidcClientSecret];
  if (oidc.some(Boolean) && !oidc.every(Boolean))
    problems.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET require each other.');
  if ((settings.smtpUrl === undefined) !== (settings.mailFrom === undefined))
    problems.push('SMTP_URL and MAIL_FROM require each other.');
  if (settings.registrar !== 'none' && !(settings.registrarToken && settings.registrarAccount))
    problems.push(`REGISTRAR=${settings.registrar} requires REGISTRAR_TOKEN and REGISTRAR_ACCOUNT.`);
  if (settings.registrarSettleMs < 2 * settings.registrarTimeoutMs)
    problems.push('REGISTRAR_SETTLE must be at least twice REGISTRAR_TIMEOUT.');
  if (problems.length > 0) throw new UsageError(problems.join(' '));
  return { ...settings, warnings: [...findMisspelled(), ...warnAboutSampler(env)] };
}

/** The OpenTelemetry SDK ignores an unknown sampler, and records all traces. */
function warnAboutSampler({ OTEL_TRACES_SAMPLER: sampler }: NodeJS.ProcessEnv): string[] {
  if (!sampler || SAMPLERS.includes(sampler)) return [];
  return [`OTEL_TRACES_SAMPLER should be one of ${SAMPLERS.join(', ')}, not "${sampler}"; all traces are recorded.`];
}

/** URL of PostgreSQL itself, for work that needs a session: LISTEN, migrations and advisory locks of sessions. */
export const directUrlOf = ({ databaseDirectUrl, databaseUrl }: Partial<Settings>): string =>
  databaseDirectUrl ?? databaseUrl ?? '';
