/**
 * Measures how many empty jobs BullMQ completes per second. All jobs are queued before the measurement.
 * `no-op.mjs URL JOBS CONCURRENCY`, on Redis or PostgreSQL depending on the URL.
 */
import { createPostgresBackend, Queue, setDefaultBackendFactory, Worker } from 'bullmq';

const AT_ONCE = 500;
const CONNECTIONS = 20;

const [, , url, jobs, concurrency] = process.argv;
const count = Number(jobs);
const onPostgres = url.startsWith('postgres');
if (onPostgres) setDefaultBackendFactory(createPostgresBackend);
const connection = onPostgres
  ? { connectionString: url, migrate: true, max: CONNECTIONS }
  : { url, maxRetriesPerRequest: null };

const name = `no-op-${process.pid}`;
const queue = new Queue(name, { connection, defaultJobOptions: { removeOnComplete: true, removeOnFail: true } });
for (let added = 0; added < count; added += AT_ONCE)
  await queue.addBulk(Array.from({ length: Math.min(AT_ONCE, count - added) }, () => ({ name: 'no-op', data: {} })));

let done = 0;
const worker = new Worker(name, async () => {}, { connection, concurrency: Number(concurrency), autorun: false });
const all = new Promise(resolve => {
  worker.on('completed', () => {
    if (++done === count) resolve();
  });
});
await worker.waitUntilReady();
const started = performance.now();
worker.run().catch(() => {});
await all;
const seconds = (performance.now() - started) / 1_000;

await worker.close();
await queue.obliterate({ force: true });
await queue.close();
process.stdout.write(`${JSON.stringify({ perSecond: count / seconds, wrong: 0 })}\n`);
