import { setImmediate as afterReading } from 'node:timers/promises';
import { ADA, type Client } from '../support/client.js';
import { eventually, waitFor } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

const LOCK = 1;
const WAITING = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * The outcome and the log of an order during which the service gets no CPU time for 1.5 seconds. Its statement waits for a
 * lock of the test, so that PostgreSQL answers in this time. Repeated if the answer arrives earlier, because the machine paused.
 */
async function orderDuringStall(
  databaseTimeoutMs: number,
  answerAfterSeconds: number,
): Promise<{ outcome: string; log: Sandbox['log'] }> {
  const sandbox = await startSandbox({ settings: { databaseTimeoutMs } });
  const client = await eventually(() => sandbox.tenant());
  await sandbox.rows(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END'`);
  await sandbox.rows('CREATE TRIGGER wait BEFORE INSERT ON orders.orders EXECUTE FUNCTION wait()');
  return eventually(async () => {
    const holder = await sandbox.database.pool.connect();
    await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
    const order = await startOrder(sandbox, client);
    let isReleased = false;
    const released = holder
      .query(`SELECT pg_sleep(${answerAfterSeconds}); SELECT pg_advisory_unlock(${LOCK})`)
      .finally(() => {
        holder.release();
        isReleased = true;
      });
    await afterReading(); // Ends this turn of the event loop: the next one runs timers before it reads sockets.
    expect(isReleased || order.hasEnded()).toBe(false);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    await released;
    return { outcome: outcomeOf(await order.response), log: sandbox.log };
  });
}

/**
 * Sends an order and waits until its statement runs. Repeated, because a pause of the machine can end the request earlier; the
 * statement of that request must not be mistaken for this one.
 */
const startOrder = (sandbox: Sandbox, client: Client) =>
  eventually(async () => {
    const isWaiting = async () => (await sandbox.rows(WAITING)).length > 0;
    await waitFor('an earlier statement to end', async () => !(await isWaiting()));
    const response = client.order({ domain: 'slow.com', years: 1, owner: ADA });
    let hasEnded = false;
    void response.finally(() => (hasEnded = true));
    await waitFor('the statement to run', async () => hasEnded || (await isWaiting()));
    expect(hasEnded).toBe(false);
    return { response, hasEnded: () => hasEnded };
  });

describe('DATABASE_TIMEOUT', () => {
  it('ends a statement whose answer is read too late', async () => {
    const { outcome, log } = await orderDuringStall(1_000, 0.3);
    expect(outcome).toBe('503 SERVICE_UNAVAILABLE');
    // The line says how many requests failed, and why.
    await eventually(() =>
      expect(log).toContainEqual(
        expect.objectContaining({ level: 'warn', causes: expect.objectContaining({ timeout: expect.any(Number) }) }),
      ),
    );
  });

  it('bridges a time without CPU, and a slow statement', async () => {
    expect((await orderDuringStall(5_000, 1.2)).outcome).toBe('201');
  });
});
