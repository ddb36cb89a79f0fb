import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import type pg from 'pg';
import type { Settings } from '#platform/process/config';
import { openRedis } from '#platform/redis';
import { countSealed, hasEncryptionKey, recordedKeyId, Secrets } from '#platform/security/secrets';
import { storages } from '../../storage.js';
import { type Check, failed, ok, warning } from './check.js';
import { registrarCheck } from './registrar-check.js';

const MIB = 1024 * 1024;
const WARNING_BYTES = 1024 * MIB;
const FAILED_BYTES = 100 * MIB;
const REDIS_TIMEOUT_MS = 2_000;
const OLDEST_REDIS = 6;

/** Checks of this machine, of Redis and of the registrar, which need no database. */
export const machineChecks = (settings: Settings): Check[] => [
  { name: 'disk', run: () => checkDisk(settings) },
  { name: 'Redis', run: () => checkRedis(settings) },
  registrarCheck(settings),
];

export const keyChecks = (client: pg.Client, settings: Settings): Check[] => [
  { name: 'encryption key', run: () => checkKey(client, settings) },
  { name: 'sealed values', run: () => checkSealedValues(client, settings) },
];

async function checkDisk({ dataDir, isEmbedded }: Settings) {
  const folder = resolve(dataDir);
  if (!existsSync(folder))
    return isEmbedded ? failed(`${folder} does not exist.`, 'Set DATA_DIR.') : ok('DATA_DIR is not used.');
  const { bavail, bsize } = await statfs(folder);
  const found = `${Math.floor((bavail * bsize) / MIB)} MiB are free in ${folder}.`;
  if (bavail * bsize >= WARNING_BYTES) return ok(found);
  return (bavail * bsize < FAILED_BYTES ? failed : warning)(found, 'Free space, or move DATA_DIR to a larger disk.');
}

async function checkRedis({ redisUrl }: Settings) {
  if (!redisUrl) return ok('REDIS_URL is not set; PostgreSQL holds the queue, and each process counts rate limits.');
  const noRetry = { retryStrategy: () => null, sentinelRetryStrategy: () => null, maxRetriesPerRequest: 0 };
  const redis = openRedis(redisUrl, { lazyConnect: true, connectTimeout: REDIS_TIMEOUT_MS, ...noRetry });
  let reason = '';
  redis.on('error', ({ message, code }: NodeJS.ErrnoException) => (reason = message || (code ?? '')));
  try {
    await redis.connect();
    const info = await redis.info();
    const [version, policy] = ['redis_version', 'maxmemory_policy'].map(
      name => new RegExp(`^${name}:(.*?)\\s*$`, 'm').exec(info)?.[1] ?? 'unknown',
    );
    if (Number.parseInt(version!, 10) < OLDEST_REDIS)
      return failed(`Redis ${version} is too old.`, `Use Redis ${OLDEST_REDIS} or later.`);
    if (policy !== 'noeviction')
      return warning(
        `Redis ${version} may evict queued jobs (maxmemory-policy ${policy}).`,
        'Run: redis-cli config set maxmemory-policy noeviction',
      );
    return ok(`Redis ${version}, maxmemory-policy noeviction.`);
  } catch (error) {
    return failed(
      `Redis in REDIS_URL is not reachable: ${reason || (error as Error).message}.`,
      'Start Redis, or correct REDIS_URL. Deliveries wait until then.',
    );
  } finally {
    redis.disconnect();
  }
}

async function checkKey(client: pg.Client, settings: Settings) {
  const recorded = await recordedKeyId(client);
  if (!hasEncryptionKey(settings))
    return failed(
      `This command has no encryption key; the installation uses ${recorded ?? 'none yet'}.`,
      'Run it with the ENCRYPTION_KEY or DATA_DIR of the service.',
    );
  const { keyId, keyIds } = new Secrets(settings);
  if (recorded === null) return warning(`The key ${keyId} is not recorded yet.`, 'Start the service.');
  if (recorded === keyId) return ok(`The key ${keyId} is that of the installation.`);
  if (keyIds.includes(recorded))
    return warning(
      `The rotation from the previous key ${recorded} to ${keyId} is not complete.`,
      'Run: nameyard encryption-key rotate',
    );
  return failed(
    `This command has the key ${keyId}, but the installation uses ${recorded}.`,
    'Use the ENCRYPTION_KEY or DATA_DIR of the other processes.',
  );
}

async function checkSealedValues(client: pg.Client, settings: Settings) {
  if (!hasEncryptionKey(settings)) return failed('Without an encryption key, no sealed value opens.', '');
  const secrets = new Secrets(settings);
  const { current, previous, unreadable } = await countSealed({ client, storages, secrets });
  const all = current + previous + unreadable;
  if (unreadable > 0)
    return failed(
      `${unreadable} of ${all} sealed values were sealed with an unknown key.`,
      'Use the ENCRYPTION_KEY, and during a rotation the ENCRYPTION_KEY_PREVIOUS, or the DATA_DIR of the service.',
    );
  if (previous > 0)
    return warning(
      `${previous} of ${all} sealed values open only with the previous key ${secrets.keyIds[1]}.`,
      'Run: nameyard encryption-key rotate',
    );
  return ok(`All ${all} sealed values open with the key of the installation.`);
}
