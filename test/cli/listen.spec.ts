import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { ServiceClient } from '../processes/client.js';
import type { CreatedKey } from '../processes/keys.js';
import { type Environment, newKey, runCliJson, runCommand, type Service, startService } from '../processes/nameyard.js';
import { folderWithPostgres } from '../processes/postgres.js';
import { CLI, freePort, temporaryFolder } from '../support/paths.js';
import { Program } from '../processes/program.js';
import { registerCleanup } from '../support/cleanup.js';
import { eventually, waitFor } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';

/** The folder in which `listen` keeps its secrets. */
const STATE = temporaryFolder();

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let env: Environment;
let service: Service;
let key: CreatedKey;
let client: ServiceClient;
let receiver: TestReceiver;

beforeAll(async () => {
  // With the embedded PostgreSQL, receivers on this machine are allowed.
  env = { DATA_DIR: folderWithPostgres(), PORT: String(await freePort()) };
  service = await startService(env);
  key = await newKey(env);
  client = service.client(key);
  receiver = await TestReceiver.start();
});

beforeEach(() => {
  receiver.respondWith(200);
  receiver.received.length = 0;
});

/** Runs `listen`, which finds the API through DATA_DIR like on a developer's machine. */
async function listen(args: string[], other: Environment = {}): Promise<Program> {
  const program = new Program(process.execPath, [CLI, 'listen', ...args], {
    DATA_DIR: env['DATA_DIR'],
    XDG_STATE_HOME: STATE,
    NAMEYARD_KEY: key.key,
    ...other,
  });
  await program.waitForOutput(/^(Following|\{"kind":"ready")/);
  return program;
}

const linesOf = ({ stdout }: Program) =>
  stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>);

describe('listen', () => {
  it('prints events and forwards them like webhooks, signed with a generated secret', async () => {
    const program = await listen(['--forward-to', receiver.url]);
    const secret = /^Secret that signs forwarded events: (whsec_\S+)$/m.exec(program.stdout)?.[1] ?? '';
    await client.register('forwarded.com');
    await program.waitForOutput(/^ {2}→ 200 after \d+ ms$/m);
    const [{ headers, body }] = receiver.received as [TestReceiver['received'][0]];
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'domain.registered',
      data: { domain: 'forwarded.com', tenant: 'demo', status: 'registered' },
    });
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['type', 'timestamp', 'data']);
    expect(headers['content-type']).toBe('application/json');
    expect(program.stdout).toMatch(
      new RegExp(`^\\d{4}-\\S+Z {2}domain\\.registered {2}forwarded\\.com {2}${headers['webhook-id']}$`, 'm'),
    );
    expect(await program.end('SIGINT')).toMatchObject({ code: 0, stderr: '' });

    const file = join(STATE, 'nameyard/listen/demo.secret');
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([`${secret}\n`, 0o600]);
    const secretOf = async (args: string[]) => {
      const other = await listen(['--json', '--forward-to', receiver.url, ...args]);
      await other.end();
      return linesOf(other)[0]!['secret'];
    };
    expect(await secretOf([])).toBe(secret);
    const replaced = await secretOf(['--new-secret']);
    expect(replaced).not.toBe(secret);
    expect(await secretOf([])).toBe(replaced);
    writeFileSync(file, '');
    expect(await secretOf([])).not.toBe(replaced);
    expect(readFileSync(file, 'utf8')).toBe('');
    expect(await secretOf(['--new-secret'])).toBe(readFileSync(file, 'utf8').trim());
  });

  it('prints one JSON object per line with --json and signs with the given secret', async () => {
    const program = await listen(['--json', '--forward-to', receiver.url, '--secret', SECRET]);
    await client.register('programs.com');
    await program.waitForOutput('"kind":"forward"');
    const { code, stderr } = await program.end('SIGTERM');
    expect([code, stderr]).toEqual([0, '']);
    const [id] = receiver.ids;
    expect(linesOf(program)).toEqual([
      {
        kind: 'ready',
        api: `${service.origin}/api/v1`,
        tenant: 'demo',
        forward_to: receiver.url,
        secret: null,
        secret_file: null,
      },
      { kind: 'event', id, ...receiver.events[0] },
      expect.objectContaining({ kind: 'forward', event_id: id, attempt: 1, status: 200, reason: null }),
    ]);
    expect(new Webhook(SECRET).verify(receiver.received[0]!.body, receiver.received[0]!.headers)).toBeTruthy();
  });

  it('retries a failed event a few times before the next one', async () => {
    let refused = 0;
    receiver.respondWith((_request, response) => response.writeHead(refused++ < 2 ? 500 : 200).end('out of\nmemory'));
    const program = await listen(['--forward-to', receiver.url]);
    await client.register('stubborn.com');
    await client.register('patient.com');
    await eventually(() => expect(receiver.events).toHaveLength(4), 15_000);
    expect(receiver.events.map(({ data }) => data.domain)).toEqual([...Array(3).fill('stubborn.com'), 'patient.com']);
    await program.waitForOutput(
      /→ 500 after \d+ ms; retrying in 0\.5 s\n {4}out of\n {4}memory\n {2}→ 500 after \d+ ms; retrying in 2 s\n {4}out of\n {4}memory\n {2}→ 200 /,
    );
    await program.end();
  });

  it('forwards an event again that is sent again to a receiver', async () => {
    const hooks = await TestReceiver.start();
    registerCleanup(() => hooks.stop());
    const added = await runCliJson(['webhooks', 'add', '--tenant', 'demo', '--url', hooks.url], env);
    const program = await listen(['--forward-to', receiver.url]);
    await client.register('again.com');
    await program.waitForOutput('→ 200');
    const [{ id }] = await eventually(async () => {
      const args = ['webhooks', 'deliveries', '--tenant', 'demo', '--state', 'delivered'];
      const deliveries = await runCliJson<[{ id: string }]>(args, env);
      expect(deliveries).toHaveLength(1);
      return deliveries;
    });
    await runCliJson(['webhooks', 'resend', id, '--tenant', 'demo'], env);
    await eventually(() => expect(receiver.ids).toEqual([hooks.ids[0], hooks.ids[0]]));
    expect(program.stdout.match(/again\.com/g)).toHaveLength(2);
    await program.end();
    await runCliJson(['webhooks', 'remove', String(added['id']), '--tenant', 'demo'], env);
  });
});

describe('listen rejects', () => {
  it.each([
    ['a missing key', [], { NAMEYARD_KEY: '' }, 'NAMEYARD_KEY'],
    ['an invalid key', ['--key', 'ny_sandbox_x'], {}, 'Malformed API key'],
    ['another tenant', ['--tenant', 'nobody'], {}, '--tenant'],
    ['a tenant without a slug', ['--tenant', ''], {}, '--tenant'],
    ['an invalid URL', ['--forward-to', 'localhost:4000'], {}, '--forward-to'],
  ])('%s', async (_, args, other: Environment, word) => {
    await expectRefusal(args, word, other);
  });

  it('a key without permission to follow events, and names the permission', async () => {
    const other = await newKey(env, 'demo', '--permissions', 'sandbox.search');
    await expectRefusal(['--key', other.key], /sandbox\.events.*keys set/);
  });

  it('an unknown key, with the address of the documentation', async () => {
    const unknown = await newKey(env, 'demo');
    await runCommand(['keys', 'revoke', unknown.id], env);
    await expectRefusal(['--key', unknown.key], `See ${service.origin}/docs/errors#API_KEY_INVALID`);
  });

  it('a URL that is not an API', async () => {
    await expectRefusal(['--url', `${service.origin}/docs`], /--url must be the address of .* responded with 404\.$/m);
  });

  it('a server that responds with another envelope', async () => {
    const server = createServer((_request, response) => response.end('{"data":{}}')).listen(0, '127.0.0.1');
    registerCleanup(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expectRefusal(
      ['--url', `http://127.0.0.1:${port}`],
      /--url must be the address of .* responded with 200\.$/m,
    );
  });

  async function expectRefusal(args: string[], word: string | RegExp, other: Environment = {}): Promise<void> {
    const given = { PORT: env['PORT'] ?? '', XDG_STATE_HOME: STATE, NAMEYARD_KEY: key.key, ...other };
    const { code, stdout, stderr } = await runCommand(['listen', ...args], given);
    expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 1 });
    expect(stderr).toMatch(word);
  }
});

describe('listen while the API', () => {
  it('is rate limiting: prints the message and retries', async () => {
    const slow = await newKey(env, 'demo', '--limit', '2');
    const program = await listen(['--key', slow.key]);
    await client.register('limited.com');
    await program.waitForOutput('limited.com');
    await waitFor('a message about the limit', () =>
      /requests per minute.* Retrying automatically\.$/m.test(program.stderr),
    );
    expect((await program.end()).code).toBe(0);
  });

  it('is rate limiting after a failure: waits as long as the API asks for', async () => {
    const statuses: number[] = [];
    const limitedAt: number[] = [];
    const server = createServer((_request, response) => {
      const status = [200, 503][statuses.length] ?? 429;
      statuses.push(status);
      if (status === 429) limitedAt.push(performance.now());
      response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '1' });
      response.end(JSON.stringify({ data: { events: [], next: 'a-cursor' } }));
    }).listen(0, '127.0.0.1');
    registerCleanup(() => void server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const program = await listen(['--tenant', 'demo', '--url', url]);
    await waitFor('two limited requests', () => limitedAt.length >= 2);
    expect(limitedAt[1]! - limitedAt[0]!).toBeGreaterThan(900);
    await program.end();
  });

  it('is down: waits and misses no event', async () => {
    const program = await listen([]);
    await client.register('before.com');
    await program.waitForOutput('before.com');
    await service.program.end();
    await waitFor('a message about the API', () => program.stderr.includes('is unavailable'));
    service = await startService(env);
    await client.register('meanwhile.com');
    await program.waitForOutput('meanwhile.com');
    await client.register('after.com');
    await program.waitForOutput('after.com');
    expect(program.stdout.match(/\b\w+\.com\b/g)).toEqual(['before.com', 'meanwhile.com', 'after.com']);
    const { code, stderr } = await program.end();
    expect(code).toBe(0);
    expect(stderr).toMatch(/^The API at \S+ is unavailable \(ECONNREFUSED\)[^\n]*\nThe API is available again\.\n$/);
  });
});
