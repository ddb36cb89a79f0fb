import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectProduct } from '../load/expectations.js';
import { Child, freePort } from '../stage/child.js';
import { ROOT } from '../stage/paths.js';
import type { Stage } from '../stage/stage.js';
import { startPostgres } from './postgres.js';
import { noRedis, startRedis } from './redis.js';
import { prepareTenant, openPool, type Registry } from './registry.js';

const TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** A distributed installation: several API processes and a worker on one PostgreSQL, and Redis if available. */
export async function startDistributed(stage: Stage, apis: number): Promise<Registry> {
  const databaseUrl = await startPostgres(stage);
  const redis = noRedis ? {} : { REDIS_URL: await startRedis(stage) };
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: stage.folder(), ...redis };
  const main = (app: string) => [process.execPath, join(ROOT, `dist/apps/${app}/main.js`)];
  await new Child(stage, 'worker', main('worker'), { env }).waitForOutput(/worker started/);
  const origins: string[] = [];
  const pids: number[] = [];
  for (let number = 1; number <= apis; number++) {
    const port = await freePort();
    pids.push(new Child(stage, `api ${number}`, main('api'), { env: { ...env, PORT: String(port) } }).pid);
    origins.push(`http://127.0.0.1:${port}`);
  }
  for (const origin of origins) await isReady(origin);
  const contents = await prepareTenant(openPool(stage, databaseUrl));
  return { ...contents, origins, pids, expected: await expectProduct(origins[0]!) };
}

async function isReady(origin: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  const looksReady = () =>
    fetch(`${origin}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await looksReady())) {
    if (performance.now() > deadline) throw new Error(`${origin} is not ready after ${TIMEOUT_MS} ms`);
    await sleep(POLL_MS);
  }
}
