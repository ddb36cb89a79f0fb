import { type Client, ENDPOINTS } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import { appliesImmediately } from '../support/repeat-when-slow.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { sendRaw } from '../support/socket.js';
import { KillSwitch } from '#registrar';
import { TESTER } from '../support/tester.js';

const LIVE = ENDPOINTS.map(path => path.replace('/sandbox/', '/registrar/'));
const BODIES = [
  { domain: 'example.com' },
  { domain: 'example.com', years: 1, owner: { first_name: 'A', last_name: 'B', email: 'a@example.com' } },
  { order_id: 'ord_x', payment: { method: 'account', reference: 'r' } },
];

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = await sandbox.tenant({ scope: 'live' });
});

const turn = (on: boolean) => sandbox.app.get(KillSwitch).set({ on, reason: ' a test ' }, TESTER);

/** Changes the kill switch, and waits until the service applies it. */
const setKillSwitch = (on: boolean): Promise<void> =>
  appliesImmediately(async change => {
    await change(() => turn(on));
    const { body } = await client.raw({ path: LIVE[0]!, body: BODIES[0] });
    expect(body.error.code === 'REGISTRAR_DISABLED').toBe(!on);
  });

describe('503 REGISTRAR_DISABLED', () => {
  it.each([...LIVE, '/api/v1/registrar/', '/api/v1/registrar/domains', '/api/v1/registrar/anything/else?x=1'])(
    'is returned at %s on a new installation with any credentials',
    async path => {
      const responses = [
        await client.raw({ path, body: '{' }),
        await (await sandbox.tenant()).raw({ path, body: {} }),
        await sandbox.call({ path }),
        await sandbox.call({ method: 'GET', path }),
      ];
      for (const response of responses) {
        expect(outcomeOf(response)).toBe('503 REGISTRAR_DISABLED');
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      }
    },
  );

  it.each([
    '/api/v1/%72egistrar/domains/search',
    '/api/v1/registra%72/domains/search',
    '/%61pi/v1/registrar/domains/search',
  ])('is returned at %s, the same path in another encoding', async path => {
    expect(outcomeOf(await client.raw({ path, body: BODIES[0] }))).toBe('503 REGISTRAR_DISABLED');
  });

  it('is returned for an absolute request target', async () => {
    const head = Object.entries({ ...client.headers, Host: 'localhost', Connection: 'close', 'Content-Length': '2' });
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const response = await sendRaw(sandbox.origin, `POST http://localhost${LIVE[0]} HTTP/1.1\r\n${lines}\r\n{}`);
    expect(JSON.parse(response.text).error.code).toBe('REGISTRAR_DISABLED');
  });

  it('does not count towards the rate limit', async () => {
    const spare = await sandbox.tenant({ limit: 1 });
    await spare.raw({ path: LIVE[0]!, body: BODIES[0] });
    expect((await spare.search({ domain: 'example.com' })).status).toBe(200);
  });
});

describe('registrar API when switched on', () => {
  beforeAll(() => setKillSwitch(true));
  afterAll(() => setKillSwitch(false));

  it('returns 503 REGISTRAR_NOT_CONNECTED while no registrar is connected', async () => {
    for (const [i, path] of LIVE.entries())
      expect(outcomeOf(await client.raw({ path, body: BODIES[i] }))).toBe('503 REGISTRAR_NOT_CONNECTED');
  });

  it('returns 404, 401 and 422 like the sandbox', async () => {
    expect(outcomeOf(await client.raw({ path: '/api/v1/registrar/nothing' }))).toBe('404 NOT_FOUND');
    for (const path of LIVE) {
      expect(outcomeOf(await sandbox.call({ path, body: {} }))).toBe('401 API_KEY_REQUIRED');
      expect(outcomeOf(await client.raw({ path, body: {} }))).toMatch(/^422 /);
      expect(outcomeOf(await client.raw({ path, body: '{' }))).toBe('400 MALFORMED_JSON');
    }
  });

  it('returns 403 for a sandbox key and for a live key without the permission', async () => {
    const sandboxKey = await sandbox.tenant();
    const searcher = await sandbox.key(client.tenant, { scope: 'live', permissions: ['registrar.search'] });
    for (const path of LIVE) expect(outcomeOf(await sandboxKey.raw({ path, body: {} }))).toBe('403 SCOPE_DENIED');
    expect(outcomeOf(await searcher.raw({ path: LIVE[1]!, body: {} }))).toBe('403 PERMISSION_DENIED');
    expect(outcomeOf(await searcher.raw({ path: LIVE[0]!, body: BODIES[0] }))).toBe('503 REGISTRAR_NOT_CONNECTED');
  });
});

describe('registrar API when switched off', () => {
  it('is disabled, and the history records actor and reason', async () => {
    await setKillSwitch(true);
    await setKillSwitch(false);
    const history = await sandbox.rows('SELECT "on", reason, changed_by FROM registrar.kill_switch ORDER BY id');
    // A repeated change is recorded, too.
    const changes = history.filter(({ on }, index) => on !== history[index - 1]?.on);
    expect(changes.slice(-2)).toEqual([
      { on: true, reason: 'a test', changed_by: 'tester' },
      { on: false, reason: 'a test', changed_by: 'tester' },
    ]);
  });

  it('rejects a change without a reason', async () => {
    const change = { on: true, reason: ' ' };
    await expect(sandbox.app.get(KillSwitch).set(change, TESTER)).rejects.toMatchObject({ code: 'INVALID_REASON' });
  });
});
