import { randomBytes } from 'node:crypto';
import { type Environment, runCliJson, startInstallation, startWorker } from '../../processes/nameyard.js';
import type { Database } from '../../processes/postgres.js';
import type { Program } from '../../processes/program.js';
import { waitFor } from '../../support/eventually.js';
import { addReceiver, insertEvents, deliveryStates, WEBHOOKS } from '../../processes/webhooks.js';
import { TestReceiver } from '../../support/receiver.js';

/** Roles belong to the server, which other tests use, too. */
const ROLE = `worker_${randomBytes(4).toString('hex')}`;

let postgres: Database;
let env: Environment;
let worker: Program;
let receiver: TestReceiver;

/** Starts a worker whose database user may do everything except create the schema of the queue. */
beforeAll(async () => {
  ({ postgres, env } = await startInstallation(WEBHOOKS));
  receiver = await TestReceiver.start();
  await addReceiver(postgres, receiver.url);
  await postgres.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'secret'`);
  const schemas = await postgres.query<{ schema: string }>(
    `SELECT nspname AS schema FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema|public)'`,
  );
  for (const { schema } of schemas)
    await postgres.query(
      `GRANT USAGE ON SCHEMA ${schema} TO ${ROLE}; GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${ROLE};
       GRANT ALL ON ALL SEQUENCES IN SCHEMA ${schema} TO ${ROLE}`,
    );
  const url = Object.assign(new URL(postgres.url), { username: ROLE, password: 'secret' });
  worker = await startWorker({ ...env, DATABASE_URL: url.href });
});

describe('a worker without permission to create the queue', () => {
  it('keeps running and logs the reason once', async () => {
    const events = await insertEvents(postgres, 1);
    await worker.waitForOutput('permission denied');
    expect(await runCliJson(['webhooks', 'list', '--tenant', 'demo'], env)).toMatchObject([{ queued: 1 }]);
    expect(await deliveryStates(postgres, events)).toEqual({});
    expect(worker.stderr).toBe('');
    expect(worker.stdout.split('\n').length).toBeLessThan(10);
  });

  it('sends pending events after the permission is granted', async () => {
    await postgres.query(`GRANT CREATE ON DATABASE ${new URL(postgres.url).pathname.slice(1)} TO ${ROLE}`);
    await waitFor('the event to arrive', () => receiver.ids.length === 1);
    expect((await worker.end('SIGTERM')).code).toBe(0);
  });
});
