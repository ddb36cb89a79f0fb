import { UsageError } from '../errors/usage-error.js';
import { durations, flag, key, networks, oneOf, port, positive, readFrom, slug, text, url } from './variables.js';

/** Injection token of the settings. */
export const SETTINGS = Symbol('settings');

/** Everything that an installation can set; see apps/api/docs/pages/settings.md. */
export interface Settings {
  port: number;
  host: string;
  /** Where the worker tells how it is; absent: nowhere. */
  workerPort: number | undefined;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** Absent: limits are counted in memory, by one process. */
  redisUrl: string | undefined;
  dataDir: string;
  serviceName: string;
  /** What answers call the sandbox that gave them: `<serviceName>-sandbox`. */
  source: string;
  defaultTenant: string;
  bootstrapApiKey: string | undefined;
  /** The first operator of a new installation; without a password one is made. */
  bootstrapOperatorEmail: string;
  bootstrapOperatorPassword: string | undefined;
  /** Whose word is taken for the address of a caller and the protocol that it used. */
  trustedProxies: string[];
  /** Requests a minute for a key that has no limit of its own. */
  defaultRateLimit: number;
  /** 32 bytes that encrypt webhook secrets, opaque ids and device cookies; default: a key file in `dataDir`. */
  encryptionKey: Buffer | undefined;
  /** How long after the attempt before it each attempt of a delivery is due, in milliseconds. */
  webhookRetrySchedule: number[];
  /** Whether webhooks may go to hosts of one's own network, and by http. */
  webhookAllowPrivateTargets: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const RETRY_SCHEDULE = [
  0,
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  24 * HOUR,
];

/** @throws UsageError that names every wrong variable and what it takes */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const { read, problems } = readFrom(env);
  const serviceName = read('SERVICE_NAME', slug, 'nameyard');
  const databaseUrl = read('DATABASE_URL', url('postgres:', 'postgresql:'), undefined);
  const settings: Settings = {
    port: read('PORT', port, 3000),
    host: read('HOST', text, '127.0.0.1'),
    workerPort: read('WORKER_PORT', port, undefined),
    databaseUrl,
    redisUrl: read('REDIS_URL', url('redis:', 'rediss:'), undefined),
    dataDir: read('DATA_DIR', text, '.data'),
    serviceName,
    source: `${serviceName}-sandbox`,
    defaultTenant: read('DEFAULT_TENANT', slug, 'demo'),
    bootstrapApiKey: read('BOOTSTRAP_API_KEY', text, undefined),
    bootstrapOperatorEmail: read('BOOTSTRAP_OPERATOR_EMAIL', text, 'operator@nameyard.test'),
    bootstrapOperatorPassword: read('BOOTSTRAP_OPERATOR_PASSWORD', text, undefined),
    trustedProxies: read('TRUSTED_PROXIES', networks, []),
    defaultRateLimit: read('DEFAULT_RATE_LIMIT', positive(1_000_000), 60),
    encryptionKey: read('ENCRYPTION_KEY', key(32), undefined),
    webhookRetrySchedule: read('WEBHOOK_RETRY_SCHEDULE', durations(20), RETRY_SCHEDULE),
    // With a database of its own it runs on somebody's laptop, where receivers run too.
    webhookAllowPrivateTargets: read('WEBHOOK_ALLOW_PRIVATE_TARGETS', flag, databaseUrl === undefined),
    logLevel: read('LOG_LEVEL', oneOf(...LOG_LEVELS), 'info'),
  };
  if (problems.length > 0) throw new UsageError(problems.join(' '));
  return settings;
}
