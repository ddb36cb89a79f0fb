import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ClockChanged } from '#testcontrol/contract';
import type { ServiceClient } from '../processes/client.js';
import { type Environment, newKey, runCommand, runCliJson, expectRefused } from '../processes/nameyard.js';
import { type InProcessService, startServiceInProcess } from '../processes/in-process-service.js';
import { registerCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { temporaryFolder } from '../support/paths.js';

const env: Environment = { DATA_DIR: temporaryFolder() };
let database: pg.Client;
let service: InProcessService;
let client: ServiceClient;

beforeAll(async () => {
  service = await startServiceInProcess(env);
  database = new pg.Client(env['DATABASE_URL']);
  await database.connect();
  registerCleanup(() => database.end());
  await runCliJson(['tenants', 'create', 'acme'], env);
  client = service.client(await newKey(env, 'acme'));
});

const clock = (...args: string[]) => runCliJson<ClockChanged>(['clock', ...args], env);

describe('nameyard clock', () => {
  it('shows real time at first', async () => {
    const { code, stdout } = await runCommand(['clock', 'show', '--tenant', 'acme'], env);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d{4}-.*Z \(real time\)$/m) });
  });

  it('freezes the clock for the next request to the running service', async () => {
    const at = '2030-01-01T00:00:00.000Z';
    expect(await clock('freeze', '--tenant', 'acme', '--at', '2030-01-01')).toEqual({
      mode: 'frozen',
      now: at,
      offset_seconds: expect.any(Number),
      happened: [],
      more: 0,
    });
    const { data } = (await client.order('frozen.com')).body;
    expect(data).toMatchObject({ created_at: at });
    expect((await client.checkout(data.order_id, 'frozen')).code).toBe('ok');
  });

  it('lists what happened when the clock is advanced', async () => {
    const { code, stdout } = await runCommand(['clock', 'advance', '--tenant', 'acme', '--by', 'P1Y'], env);
    expect({ code, lines: stdout.trim().split('\n') }).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(/^2031-01-01T00:00:00.000Z \(frozen; real time is \d{4}-.*Z\)$/),
        '',
        expect.stringMatching(/^time +type +domain$/),
        expect.stringMatching(/^2030-12-02T00:00:00.000Z +domain.expiring +frozen.com$/),
        expect.stringMatching(/^2031-01-01T00:00:00.000Z +domain.expired +frozen.com$/),
      ],
    });
    expect((await client.search('frozen.com')).body.data.status).toBe('taken');
    const { stdout: next } = await runCommand(
      ['clock', 'advance', '--tenant', 'acme', '--to', '2031-01-15T00:00:00Z'],
      env,
    );
    expect(next).toContain('Nothing fell due.');
  });

  it('shows the progress of a long change', async () => {
    await runCliJson(['tenants', 'create', 'busy'], env);
    const busy = service.client(await newKey(env, 'busy'));
    await busy.register('busy.com');
    await database.query(
      `INSERT INTO domains.registrations SELECT copy.* FROM domains.registrations r, generate_series(1, 3000) AS n,
         jsonb_populate_record(r, jsonb_build_object('domain', 'copy-' || n || '.com')) AS copy
       WHERE r.domain = 'busy.com'`,
    );
    await database.query(`BEGIN; SELECT FROM domains.registrations WHERE domain = 'busy.com' FOR UPDATE`);
    const changing = runCommand(['clock', 'advance', '--tenant', 'busy', '--by', 'P2Y'], env);
    await eventually(async () => {
      const { rows } = await database.query('SELECT FROM testcontrol.clock_changes WHERE total = 4000');
      expect(rows).toHaveLength(1);
    }, 30_000);
    await sleep(1_500);
    await database.query('ROLLBACK');
    const { code, stdout, stderr } = await changing;
    expect(code).toBe(0);
    expect(stderr).toMatch(/^The clock shows \S+Z, moving to \S+Z$/m);
    expect(stdout).toContain('\nand 8003 more');
  });

  it('lets the clock run', async () => {
    // Commands read the same times as the API, also a leap second.
    const { mode, now } = await clock('run', '--tenant', 'acme', '--from', '2031-01-31T23:59:60Z');
    expect(mode).toBe('running');
    expect(Date.parse(now) - Date.parse('2031-02-01')).toBeLessThan(30_000);
  });

  it('returns to real time only while nothing is dated later', async () => {
    const { code, stdout, stderr } = await runCommand(['clock', 'real', '--tenant', 'acme'], env);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Reset the data of the tenant to return to real time.'),
    });
    await runCliJson(['tenants', 'create', 'unused'], env);
    await clock('advance', '--tenant', 'unused', '--by', 'P1D');
    expect(await clock('real', '--tenant', 'unused')).toMatchObject({ mode: 'real', offset_seconds: 0 });
  });

  it('is recorded in the audit log with the user of the command line', async () => {
    const { rows } = await database.query(
      `SELECT actor, before, after FROM platform.audit WHERE action = 'clock.change' ORDER BY position LIMIT 2`,
    );
    expect(rows).toEqual([
      {
        actor: expect.stringMatching(/^cli:/),
        before: { mode: expect.any(String), now: expect.any(String) },
        after: { mode: 'frozen', now: '2030-01-01T00:00:00.000Z' },
      },
      {
        actor: expect.stringMatching(/^cli:/),
        before: { mode: 'frozen', now: '2030-01-01T00:00:00.000Z' },
        after: { mode: 'frozen', now: '2031-01-01T00:00:00.000Z' },
      },
    ]);
  });

  it.each([
    [['advance', '--tenant', 'acme'], 'Add --by or --to.'],
    [['advance', '--tenant', 'acme', '--by', '1 year'], 'must be a duration in ISO 8601'],
    [['advance', '--tenant', 'acme', '--by', 'P1D', '--to', '2032-01-01'], "cannot be used with option '--by"],
    [
      ['advance', '--tenant', 'acme', '--by', 'P30Y'],
      'by must not move the clock more than 20 years ahead of real time.',
    ],
    [['advance', '--tenant', 'acme', '--to', '2029-01-01'], 'cannot be set back'],
    [['freeze', '--tenant', 'acme', '--at', 'noon'], 'It must be a date such as 2027-12-31'],
    [['show', '--tenant', 'nobody'], 'nobody'],
  ])('rejects %j', (args, message) => expectRefused(['clock', ...args], env, message));
});
