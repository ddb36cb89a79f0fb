import { Factors } from '#identity';
import { eventually } from './eventually.js';
import type { Sandbox } from './sandbox.js';
import { TESTER } from './tester.js';

/** Resets the factors of a person after a login has checked one of them, and before the login opens its session. */
export async function resetDuringLogin<T>(sandbox: Sandbox, personId: string, logIn: () => Promise<T>): Promise<T> {
  const isWaiting = async (statement: string) => {
    const rows = await sandbox.rows(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND starts_with(query, $1)`,
      [statement],
    );
    return rows.length === 1;
  };
  const tx = await sandbox.database.pool.connect();
  try {
    await tx.query('BEGIN');
    await tx.query('SELECT FROM identity.people WHERE id = $1 FOR UPDATE', [personId]); // opening a session reads this row
    const login = logIn();
    await eventually(async () => expect(await isWaiting('INSERT INTO identity.sessions')).toBe(true));
    let isOver = false;
    const reset = sandbox.app
      .get(Factors)
      .reset(personId, TESTER)
      .finally(() => (isOver = true));
    await eventually(async () => expect(isOver || (await isWaiting('DELETE FROM'))).toBe(true));
    await tx.query('COMMIT');
    await reset;
    return await login;
  } finally {
    tx.release(true); // with its lock, if the test has failed
  }
}
