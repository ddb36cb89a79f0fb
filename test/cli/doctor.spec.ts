import { SETTINGS, type Settings } from '#platform/process/config';
import type { ProcessReport, RunningProcesses } from '#platform/process/reports';
import { runChecks } from '../../apps/cli/doctor/check.js';
import { examine } from '../../apps/cli/doctor/doctor.js';
import { processChecks } from '../../apps/cli/doctor/process-checks.js';
import type { Client } from '../support/client.js';
import { copyRegistrations } from '../support/copy-registrations.js';
import { eventually } from '../support/eventually.js';
import type { PortalClient } from '../support/portal-client.js';
import { TestReceiver } from '../support/receiver.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

const API: ProcessReport = {
  host: 'one',
  pid: 1,
  roles: ['api'],
  version: '1.2.0',
  clockAheadMs: 20,
  keyId: 'aaaa',
  settings: { LOG_BODIES: 'x' },
  hazards: [],
};
const WORKER: ProcessReport = { ...API, host: 'two', pid: 2, roles: ['worker'] };

/** Findings that are not `ok`, as `status name: finding`. */
async function findingsAbout(found: Partial<RunningProcesses>): Promise<string[]> {
  const processes = { reports: [API, WORKER], silent: [], roundTripMs: 3, ...found };
  const results = await runChecks(processChecks(() => Promise.resolve(processes)));
  return results.flatMap(({ name, status, found }) => (status === 'ok' ? [] : [`${status} ${name}: ${found}`]));
}

describe('nameyard doctor about processes', () => {
  it('finds nothing in processes that agree', async () => {
    expect(await findingsAbout({})).toEqual([]);
  });

  it.each<[string, Partial<ProcessReport>, string]>([
    [
      'another version',
      { version: '1.3.0' },
      'warning versions: Processes differ in their version: one/1: 1.2.0; two/2: 1.3.0.',
    ],
    [
      'a clock that is off',
      { clockAheadMs: -7_200 },
      'failed clocks: Clocks differ from that of PostgreSQL: two/2: -7 s.',
    ],
    [
      'another encryption key',
      { keyId: 'bbbb' },
      'failed keys of processes: Processes differ in their encryption key: one/1: aaaa; two/2: bbbb.',
    ],
    [
      'another setting',
      { settings: { LOG_BODIES: 'y' } },
      'warning settings: Processes have different values of LOG_BODIES.',
    ],
    [
      'a dangerous combination of settings',
      { hazards: ['public_proxies_trusted'] },
      'warning settings: TRUSTED_PROXIES contains public addresses, and clients at these addresses can claim any IP address; list only your own proxies.',
    ],
    [
      'a hazard that only a later release knows',
      { hazards: ['unheard_of'] },
      'warning settings: A process reports unheard_of.',
    ],
  ])('finds %s', async (_what, difference, finding) => {
    expect(await findingsAbout({ reports: [API, { ...WORKER, ...difference }] })).toEqual([finding]);
  });

  it('finds a process of an earlier release, which sends heartbeats but cannot describe itself', async () => {
    const silent = [{ address: '10.0.0.9', backend: 77, isAlive: true }];
    expect(await findingsAbout({ silent })).toEqual([
      expect.stringMatching(
        /^warning processes: 1 process runs an earlier release.+: 10\.0\.0\.9, backend 77; running: /,
      ),
    ]);
  });

  it('finds that notifications do not return', async () => {
    expect(await findingsAbout({ roundTripMs: undefined })).toEqual([
      'failed notifications: A notification did not return.',
    ]);
  });
});

describe('nameyard doctor about a running service', () => {
  let sandbox: Sandbox;
  let settings: Settings;
  let operator: PortalClient;
  let client: Client;
  let receiver: TestReceiver;
  beforeAll(async () => {
    sandbox = await startSandbox({ settings: { webhookAllowPrivateTargets: true } });
    settings = sandbox.app.get<Settings>(SETTINGS);
    operator = await sandbox.person({ role: 'operator' });
    client = await sandbox.tenant();
    receiver = await TestReceiver.start();
    const { status } = await operator.post(`tenants/${client.tenant.slug}/receivers`, { url: receiver.url });
    expect(status).toBe(201);
  });

  const examined = async (changed: Partial<Settings> = {}) => {
    const results = await examine(sandbox.database.url, { ...settings, ...changed });
    return Object.fromEntries(results.map(({ name, status, found }) => [name, `${status}: ${found}`]));
  };

  it('finds that the certificate in DATABASE_URL is missing, and does the other checks', async () => {
    const results = await examine(`${sandbox.database.url}?sslrootcert=/missing.pem`, settings);
    expect(results[0]).toMatchObject({ name: 'database', status: 'failed', found: expect.stringContaining('ENOENT') });
    expect(results.map(({ name }) => name)).toContain('registrar');
  });

  it('finds receivers that deliveries cannot reach, and those that are blocked', async () => {
    const { origin } = new URL(receiver.url);
    // Repeated, because the time limit of the connection can pass on a busy machine.
    const expectFinding = (finding: string, changed?: Partial<Settings>) =>
      eventually(async () => expect((await examined(changed))['webhooks out']).toBe(finding));
    await expectFinding(`ok: ${origin}: reachable from this machine.`);
    await expectFinding(`warning: ${origin}: the address 127.0.0.1 is blocked.`, { webhookAllowPrivateTargets: false });
    await receiver.stop();
    await expectFinding(`warning: ${origin}: ECONNREFUSED.`);
  });

  it('names receivers that fail or are slow, and does not blame the worker', async () => {
    const waitingFor = async (slug: string, respond: (receiver: TestReceiver) => void) => {
      const tenant = await sandbox.tenant({ slug });
      const receiver = await TestReceiver.start();
      const { body } = await operator.post(`tenants/${slug}/receivers`, { url: receiver.url });
      const { id } = body.data.receiver;
      if (slug === 'failing-shop') receiver.respondWith(500);
      await tenant.register('first.com');
      const attempted = `SELECT FROM webhooks.deliveries WHERE receiver_id = $1 AND attempts <> '[]'`;
      await eventually(async () => expect(await sandbox.rows(attempted, [id])).toHaveLength(1));
      respond(receiver);
      const minuteAgo = `now() - interval '1 minute'`;
      await sandbox.rows(`UPDATE platform.events SET recorded_at = ${minuteAgo} WHERE tenant_id = $1`, [
        tenant.tenant.id,
      ]);
      await copyRegistrations(sandbox, tenant.tenant.id, 300);
      await eventually(() => expect(receiver.concurrent).toBeGreaterThan(3));
      // A retry that waits until one of these attempts ends.
      await sandbox.rows(
        `UPDATE webhooks.deliveries SET due_at = ${minuteAgo} WHERE receiver_id = $1 AND state = 'pending' AND NOT sending`,
        [id],
      );
      return { receiver, id, name: `${receiver.url} (${id}, tenant ${slug})` };
    };
    const failing = await waitingFor('failing-shop', receiver => receiver.hold());
    const slow = await waitingFor('slow-shop', receiver =>
      receiver.respondWith((_request, response) => void setTimeout(() => response.end(), 4_000)),
    );
    await eventually(async () => {
      const { queue, 'waiting deliveries': waiting } = await examined();
      expect(queue).toBe('ok: No receiver waits for a worker.');
      expect(waiting).toContain(`${failing.name} has failed since `);
      expect(waiting).toContain(`${slow.name} is at its limit: 50 attempts have run for more than a second`);
    }, 60_000);
    expect(await sandbox.rows(`SELECT FROM webhooks.cursors WHERE due_at < now() - interval '30 seconds'`)).toEqual([]);
    for (const { receiver, id } of [failing, slow]) {
      await sandbox.rows('DELETE FROM webhooks.receivers WHERE id = $1', [id]);
      await receiver.stop();
    }
    expect((await examined())['waiting deliveries']).toBe('ok: No receiver keeps deliveries waiting.');
  });

  it('names no healthy receiver to which a worker is sending', async () => {
    const tenant = await sandbox.tenant();
    const { body } = await operator.post(`tenants/${tenant.tenant.slug}/receivers`, { url: 'http://127.0.0.1:9/' });
    const values = [body.data.receiver.id];
    const isIdle = 'SELECT FROM webhooks.cursors WHERE receiver_id = $1 AND due_at IS NULL AND leased_until IS NULL';
    await eventually(async () => expect(await sandbox.rows(isIdle, values)).toHaveLength(1));
    const lease = `UPDATE webhooks.cursors SET leased_until = now() + interval '1 hour' WHERE receiver_id = $1`;
    await sandbox.rows(lease, values);
    await tenant.register('leased.com');
    const minuteAgo = `now() - interval '1 minute'`;
    await sandbox.rows(`UPDATE platform.events SET recorded_at = ${minuteAgo} WHERE tenant_id = $1`, [
      tenant.tenant.id,
    ]);
    const isDue = 'SELECT FROM webhooks.cursors WHERE receiver_id = $1 AND due_at IS NOT NULL';
    await eventually(async () => expect(await sandbox.rows(isDue, values)).toHaveLength(1));
    expect((await examined())['waiting deliveries']).toBe('ok: No receiver keeps deliveries waiting.');
    await sandbox.rows('DELETE FROM webhooks.receivers WHERE id = $1', values);
  });

  it('finds that PostgreSQL cannot write, because its disk is full', async () => {
    const disk = async () => (await examined())['disk of the database'];
    expect(await disk()).toBe('ok: PostgreSQL can write to its disk.');
    await sandbox.rows(
      `CREATE FUNCTION disk_full() RETURNS event_trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$`,
    );
    await sandbox.rows(
      `CREATE EVENT TRIGGER disk_full ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION disk_full()`,
    );
    try {
      expect(await disk()).toBe('failed: PostgreSQL cannot write, because its disk is full.');
    } finally {
      await sandbox.rows('DROP EVENT TRIGGER disk_full');
      await sandbox.rows('DROP FUNCTION disk_full');
    }
  });

  it('finds failing receivers, dead events, and the live registrar', async () => {
    await client.register('dead-event.com');
    await sandbox.rows(`UPDATE webhooks.receivers SET failing_since = now()`);
    await sandbox.rows(
      `INSERT INTO platform.dead_events (event_id, consumer, error, attempts, next_attempt_at)
       SELECT id, 'a-consumer', 'broken', 20, NULL FROM platform.events LIMIT 1`,
    );
    const { status } = await operator.post('registrar', { state: 'on', confirm: 'ON', reason: 'a drill' });
    expect(status).toBe(200);
    expect(await examined()).toMatchObject({
      receivers: 'warning: 0 receivers are off, 1 of 1 active ones fail.',
      'dead events': 'warning: Dead events: 1 of a-consumer.',
      'live registrar': 'warning: The live registrar API is on (a drill).',
    });
  });
});
