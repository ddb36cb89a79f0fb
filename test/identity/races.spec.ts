import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import type { PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let ada: PortalClient;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  ada = await sandbox.person({ role: 'developer', tenants: [await sandbox.tenant()] });
});

/** Hash of a different password. */
const ANOTHER_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$EECqyxTpcm+Yq2lXQHnFag$ZwqZQRTuiW5qG3r8MQC/pm2ljgNZTi17jdlUMGyoGfA';

/** Runs `call` while a transaction that changes Ada's account is still open. */
async function duringChange<T>(change: string, call: () => Promise<T>): Promise<T> {
  const tx = await sandbox.database.pool.connect();
  try {
    await tx.query('BEGIN');
    await tx.query(`UPDATE identity.people SET ${change} WHERE id = $1`, [ada.credentials.id]);
    await tx.query('DELETE FROM identity.sessions WHERE person_id = $1', [ada.credentials.id]);
    const response = call();
    const isOver = response.then(
      () => true,
      () => true,
    );
    await eventually(async () => {
      const waiting = await sandbox.rows(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      // A call that does not wait for the lock has not read the account; its response shows that.
      if (!(await Promise.race([isOver, Promise.resolve(false)]))) expect(waiting).not.toEqual([]);
    });
    await tx.query('COMMIT');
    return await response;
  } finally {
    tx.release();
  }
}

describe('login while the account changes', () => {
  it.each([
    ['a new password', `password_hash = '${ANOTHER_HASH}'`],
    ['a disabled account', 'disabled_at = now()'],
  ])('returns 401 and creates no session: %s', async (_what, change) => {
    const response = await duringChange(change, () =>
      sandbox.visitor().logIn(ada.credentials.email, ada.credentials.password),
    );
    expect(outcomeOf(response)).toBe('401 LOGIN_FAILED');
    expect(await sandbox.rows('SELECT FROM identity.sessions WHERE person_id = $1', [ada.credentials.id])).toEqual([]);
  });
});

describe('concurrent password changes', () => {
  it('return 403 when an operator has reset the password meanwhile', async () => {
    const wanted = { current: ada.credentials.password, password: 'seven rabbits under a kettle' };
    const response = await duringChange(`password_hash = '${ANOTHER_HASH}'`, () => ada.post('password', wanted));
    expect(outcomeOf(response)).toBe('403 WRONG_PASSWORD');
    const [{ password_hash }] = await sandbox.rows('SELECT password_hash FROM identity.people WHERE id = $1', [
      ada.credentials.id,
    ]);
    expect(password_hash).toBe(ANOTHER_HASH);
  });

  it('succeed once; the others return 403 WRONG_PASSWORD', async () => {
    const wanted = (n: number) => ({ current: ada.credentials.password, password: `seven rabbits under kettle ${n}` });
    const responses = await Promise.all([0, 1, 2].map(n => ada.post('password', wanted(n))));
    expect(responses.map(outcomeOf).sort()).toEqual(['200', '403 WRONG_PASSWORD', '403 WRONG_PASSWORD']);
  });
});
