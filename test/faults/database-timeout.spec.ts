import { setImmediate as afterReading } from 'node:timers/promises';
import { ADA } from '../support/client.js';
import { eventually, waitFor } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

const SLEEPING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;

/** The outcome and the log of an order during which the service gets no CPU time for 1.5 seconds. PostgreSQL answers earlier. */
async function orderDuringStall(
  databaseTimeoutMs: number,
  answerAfterSeconds: number,
): Promise<{ outcome: string; log: Sandbox['log'] }> {
  const sandbox = await startSandbox({ settings: { databaseTimeoutMs } });
  const client = await sandbox.tenant();
  await sandbox.rows(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_sleep(${answerAfterSeconds}); RETURN NEW; END'`);
  await sandbox.rows('CREATE TRIGGER slow BEFORE INSERT ON orders.orders EXECUTE FUNCTION slow()');
  const order = client.order({ domain: 'slow.com', years: 1, owner: ADA });
  await waitFor('the statement to run', async () => (await sandbox.rows(SLEEPING)).length > 0);
  await afterReading(); // Ends this turn of the event loop: the next one runs timers before it reads sockets.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  return { outcome: outcomeOf(await order), log: sandbox.log };
}

describe('DATABASE_TIMEOUT', () => {
  it('ends a statement whose answer is read too late', async () => {
    const { outcome, log } = await orderDuringStall(1_000, 0.7);
    expect(outcome).toBe('503 SERVICE_UNAVAILABLE');
    // The line says how many requests failed, and why.
    await eventually(() =>
      expect(log).toContainEqual(expect.objectContaining({ level: 'warn', causes: { timeout: 1 } })),
    );
  });

  it('bridges a time without CPU, and a slow statement', async () => {
    expect((await orderDuringStall(5_000, 1.2)).outcome).toBe('201');
  });
});
