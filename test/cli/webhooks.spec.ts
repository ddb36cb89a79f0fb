import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import type { ServiceClient } from '../processes/client.js';
import { startServiceInProcess } from '../processes/in-process-service.js';
import { runCliJson, type Environment, runCommand, newKey, startInstallation } from '../processes/nameyard.js';
import { CLI, temporaryFolder } from '../support/paths.js';
import { Program } from '../processes/program.js';
import { eventually, waitFor } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';

interface Receiver {
  id: string;
  secret: string;
  state: string;
}

interface Delivery {
  id: string;
  state: string;
  attempts: number;
  last_status: number | null;
  body: string;
  log: { number: number; trigger: string; status: number | null; answer: string }[];
}

const RECORD_EVENTS = `
  INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
  SELECT 1, 'evt_' || gen_random_uuid(), 'domain.registered', id, 'ord_0', now(), now(), '{}', '{}'
  FROM tenancy.tenants, generate_series(1, $1::int) WHERE slug = 'demo'`;

const FOR_ACME = ['--tenant', 'acme'];
const env: Environment = { DATA_DIR: temporaryFolder(), WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' };
let client: ServiceClient;
let receiver: TestReceiver;
let added: Receiver;

beforeAll(async () => {
  const service = await startServiceInProcess(env, { webhookAllowPrivateTargets: true });
  await runCliJson(['tenants', 'create', 'acme'], env);
  client = service.client(await newKey(env, 'acme'));
  receiver = await TestReceiver.start();
});

const webhooks = <T>(...args: string[]) => runCliJson<T>(['webhooks', ...args, ...FOR_ACME], env);

/** All deliveries, newest first. */
const deliveries = (...args: string[]) => webhooks<Delivery[]>('deliveries', ...args);

const verifies = (secret: string, { headers, body }: TestReceiver['received'][0]) =>
  new Webhook(secret).verify(body, headers);

describe('receiver', () => {
  it('is added, and its secret is shown once', async () => {
    added = await webhooks<Receiver>('add', '--url', receiver.url, '--description', 'The shop');
    expect(added).toMatchObject({
      id: expect.stringMatching(/^rcv_/),
      secret: expect.stringMatching(/^whsec_/),
      url: receiver.url,
      description: 'The shop',
      state: 'on',
    });
    const { stdout } = await runCommand(['webhooks', 'list', ...FOR_ACME, '--json'], env);
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ id: added.id, url: receiver.url, events: [] })]);
    expect(stdout).not.toContain(added.secret);
  });

  it('is tested, and its response is printed', async () => {
    const { code, stdout } = await runCommand(['webhooks', 'test', added.id, ...FOR_ACME], env);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Receiver rcv_\w+ accepted the test event with status 200 /),
    ]);
    expect(verifies(added.secret, receiver.received[0]!)).toMatchObject({ type: 'webhook.test' });
  });

  it('makes the command fail when its test fails, with and without --json', async () => {
    receiver.respondWith(503, {}, 'busy \u001b[2J');
    const [people, programs] = await Promise.all([
      runCommand(['webhooks', 'test', added.id, ...FOR_ACME], env),
      runCommand(['webhooks', 'test', added.id, ...FOR_ACME, '--json'], env),
    ]);
    receiver.respondWith(200);
    expect([people.code, people.stdout]).toEqual([1, '']);
    expect(people.stderr).toMatch(/^Receiver rcv_\w+ rejected the test event with status 503 [^\n]*\n$/);
    expect([programs.code, programs.stderr]).toEqual([
      1,
      expect.stringMatching(/^Receiver rcv_\w+ rejected [^\n]*\n$/),
    ]);
    expect(JSON.parse(programs.stdout)).toMatchObject({ state: 'failed', last_status: 503 });
  });

  it('gets nothing while it is off and what it missed after it is on', async () => {
    expect(await webhooks('off', added.id)).toMatchObject({ id: added.id, state: 'off' });
    await client.register('missed.com');
    await eventually(async () => expect(await deliveries('--state', 'skipped')).toHaveLength(1));
    expect(await webhooks('on', added.id)).toMatchObject({ id: added.id, state: 'on', off_reason: null });
    const recovery = ['webhooks', 'recover', added.id, ...FOR_ACME, '--since', '1h'];
    const { code, stdout, stderr } = await runCommand(recovery, env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('is done: 1 deliveries')]);
    expect(stderr).toBe('1 of 1 deliveries scheduled\n');
    await eventually(() => expect(receiver.events.at(-1)).toMatchObject({ data: { domain: 'missed.com' } }));
  });

  it('signs with both secrets after a rotation', async () => {
    const made = await webhooks<{ secret: string; old_until: string }>('rotate', added.id, '--overlap', '2');
    expect(Date.parse(made.old_until) - Date.now()).toBeGreaterThan(7_000_000);
    await webhooks('test', added.id);
    for (const secret of [made.secret, added.secret]) verifies(secret, receiver.received.at(-1)!);
  });
});

describe('delivery', () => {
  let id: string;

  it('is shown with its body and attempts, with control characters escaped', async () => {
    receiver.respondWith(500, {}, 'no \u001b[2J luck');
    await client.register('shown.com');
    await eventually(() => expect(receiver.events.at(-1)).toMatchObject({ data: { domain: 'shown.com' } }));
    receiver.respondWith(200);
    // It is listed when its first attempt has ended, a moment after the request arrived.
    id = await eventually(async () => {
      const [newest] = await deliveries('--receiver', added.id, '--limit', '1');
      expect(newest).toMatchObject({ domain: 'shown.com' });
      return newest!.id;
    });
    const answered = { number: 1, trigger: 'event', status: 500, answer: 'no \u001b[2J luck' };
    const detail = await webhooks<Delivery>('delivery', id);
    expect(detail.log[0]).toMatchObject(answered);
    expect(JSON.parse(detail.body)).toMatchObject({ data: { domain: 'shown.com' } });
    const { stdout } = await runCommand(['webhooks', 'delivery', id, ...FOR_ACME], env);
    expect(stdout).toContain('Response to attempt 1:\nno \ufffd[2J luck');
  });

  it('is sent again on request', async () => {
    const before = receiver.received.length;
    // Repeated, because it is refused during an automatic retry.
    await eventually(async () => expect(await webhooks('resend', id)).toMatchObject({ id }));
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(before));
  });

  it('is listed across pages', async () => {
    const all = (await deliveries()).map(delivery => delivery.id);
    expect(all.length).toBeGreaterThan(4);
    const page = await deliveries('--limit', '2', '--before', all[1]!);
    expect(page.map(delivery => delivery.id)).toEqual(all.slice(2, 4));
  });
});

describe('webhooks commands reject', () => {
  it.each([
    [['list', '--tenant', 'nobody'], 'nobody'],
    [['add', ...FOR_ACME, '--url', 'https://shop.example/', '--events', 'domain.lost'], 'domain.registered'],
    [['remove', 'rcv_0', ...FOR_ACME], 'rcv_0'],
    [['recover', 'rcv_0', ...FOR_ACME, '--since', 'lately'], '2h'],
  ])('%j with one line that contains %s', async (args, word) => {
    const { code, stdout, stderr } = await runCommand(['webhooks', ...args], env);
    expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 1 });
    expect(stderr).toContain(word);
  });

  it('a receiver that was removed or belongs to another tenant', async () => {
    const theirs = await runCommand(['webhooks', 'off', added.id, '--tenant', 'demo'], env);
    expect([theirs.code, theirs.stderr]).toEqual([1, expect.stringContaining(added.id)]);
    expect(await webhooks('remove', added.id)).toEqual({ id: added.id, state: 'removed' });
    expect(await webhooks('list')).toEqual([]);
  });
});

describe('without a worker, webhooks commands', () => {
  let idle: Environment;
  let id: string;

  beforeAll(async () => {
    ({ env: idle } = await startInstallation({ DATA_DIR: temporaryFolder() }));
    const add = ['webhooks', 'add', '--tenant', 'demo', '--url', 'https://shop.example/'];
    ({ id } = await runCliJson<Receiver>(add, idle));
  });

  /** The row of the receiver in the list, by heading. */
  async function listed(): Promise<Record<string, string>> {
    const { stdout } = await runCommand(['webhooks', 'list', '--tenant', 'demo'], idle);
    const [head = '', row = ''] = stdout.split('\n');
    const cells = row.split(/ {2,}/);
    return Object.fromEntries(head.split(/ {2,}/).map((name, index) => [name, cells[index] ?? '']));
  }

  async function recordEvents(count: number): Promise<void> {
    const database = new pg.Client(idle['DATABASE_URL']);
    await database.connect();
    await database.query(RECORD_EVENTS, [count]);
    await database.end();
  }

  it.each([
    [3, '3'],
    [10_000, '10,000+'],
  ])('show %d more events that wait for their first attempt as queued: %s', async (count, shown) => {
    await recordEvents(count);
    expect(await listed()).toMatchObject({ id, queued: shown });
  });

  it('warn that no worker runs and leave the work to a later one', async () => {
    const recover = ['webhooks', 'recover', id, '--tenant', 'demo', '--since', '1h'];
    const { state } = await runCliJson<Receiver>([...recover, '--no-wait'], idle);
    expect(state).toBe('running');
    const program = new Program(process.execPath, [CLI, ...recover], idle);
    await waitFor('a word about the worker', () => program.stderr.includes('is a worker running?'), 30_000);
    await program.end('SIGINT');
  });
});
