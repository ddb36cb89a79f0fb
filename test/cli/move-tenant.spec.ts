import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Receivers } from '#webhooks';
import { People } from '#identity';
import { exportTenant } from '#platform/database/backup';
import { Secrets } from '#platform/security/secrets';
import { storages } from '../../apps/storage.js';
import { runCommand, runCliJson } from '../processes/nameyard.js';
import { Program } from '../processes/program.js';
import { type Client, RECEIVERS } from '../support/client.js';
import { eventsOf } from '../support/events.js';
import { eventually, waitFor } from '../support/eventually.js';
import { CLI, ROOT, temporaryFolder } from '../support/paths.js';
import { TestReceiver } from '../support/receiver.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

const BACKUP_PASSPHRASE = 'a horse, a staple, a battery';
const KEYS = { source: Buffer.alloc(32, 3), target: Buffer.alloc(32, 4) };

let source: Sandbox;
let target: Sandbox;

const start = (encryptionKey: Buffer) =>
  startSandbox({ settings: { encryptionKey, webhookAllowPrivateTargets: true, logBodies: 'all' } });

beforeAll(async () => {
  source = await start(KEYS.source);
  target = await start(KEYS.target);
  // Events and log entries of the tenants have other numbers than their own.
  for (const sandbox of [source, target]) {
    const other = await sandbox.tenant();
    await other.register('other.com');
  }
});

const environment = (sandbox: Sandbox) => ({
  DATABASE_URL: sandbox.database.url,
  ENCRYPTION_KEY: KEYS[sandbox === source ? 'source' : 'target'].toString('base64'),
  BACKUP_PASSPHRASE,
});

const command = (sandbox: Sandbox, ...args: string[]) => runCommand(['tenants', ...args], environment(sandbox));
const commandJson = <T = Record<string, unknown>>(sandbox: Sandbox, ...args: string[]) =>
  runCliJson<T>(['tenants', ...args], environment(sandbox));

const PAGE = 'beyond-one-database';

/** The arguments of the three commands of the page, after `nameyard tenants`. */
function documentedMove(slug: string, file: string): [string[], string[], string[]] {
  const page = readFileSync(join(ROOT, 'apps/docs/pages', `${PAGE}.md`), 'utf8');
  const lines = [...page.matchAll(/^nameyard tenants (.*)$/gm)].map(([, line]) => line!.split(' '));
  const names: Record<string, string> = { acme: slug, 'acme.export': file };
  return lines.map(words => words.map(word => names[word] ?? word)) as [string[], string[], string[]];
}

const newFile = () => join(temporaryFolder(), 'tenant.export');

async function exported({ tenant }: Client, ...options: string[]): Promise<string> {
  const file = newFile();
  await commandJson(source, 'export', tenant.slug, '--output', file, ...options);
  return file;
}

/** All rows of all tables that contain the ID of the tenant. */
async function rowsAbout(sandbox: Sandbox, id: string): Promise<Record<string, number>> {
  const tables = await sandbox.rows(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname !~ '^(pg_|information_schema)'`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [{ count }] = await sandbox.rows(`SELECT count(*)::int AS count FROM ${name} t WHERE t::text LIKE $1`, [
      `%${id}%`,
    ]);
    if (count > 0) found[name] = count;
  }
  return found;
}

async function receiverOf(client: Client): Promise<TestReceiver & { id: string }> {
  const at = await TestReceiver.start();
  const { receiver } = await source.app.get(Receivers).add(client.tenant.id, { url: at.url }, TESTER);
  return Object.assign(at, { id: receiver.id });
}

describe('a move to another installation', () => {
  it('loses no purchase, and loses and doubles no event, while customers buy', async () => {
    const before = await source.tenant();
    const [healthy, failing] = [await receiverOf(before), await receiverOf(before)];
    failing.respondWith(500);

    let client = before;
    let isOver = false;
    const bought: string[] = [];
    /** Times at which calls were sent that got 401. */
    const refusedAt: number[] = [];
    const buy = async (customer: number) => {
      for (let number = 0; !isOver; number++) {
        const domain = `move-${customer}-${number}.com`;
        const reference = `invoice-${customer}-${number}`;
        let orderId: string | undefined;
        const send = async (call: () => ReturnType<Client['order']>) => {
          const at = performance.now();
          const response = await call();
          if (response.status === 401) refusedAt.push(at);
          return response;
        };
        // What a shop does: it repeats what was not answered with success.
        await waitFor(`the purchase of ${domain}`, async () => {
          if (orderId === undefined) {
            const { status, body } = await send(() => client.order({ domain, years: 1, owner: OWNER }));
            if (status === 200 || status === 201) orderId = body.data.order_id;
            return false;
          }
          const payment = { order_id: orderId, payment: { method: 'test', reference } };
          const { status } = await send(() => client.checkout(payment));
          return status === 200;
        });
        bought.push(orderId!);
      }
    };
    const customers = Promise.all([1, 2, 3, 4].map(buy));
    const moreBought = (count: number) => waitFor(`${count} purchases`, () => bought.length >= count);

    const pendingDeliveries = () =>
      source.rows(`SELECT 1 FROM webhooks.deliveries WHERE receiver_id = $1 AND state = 'pending'`, [failing.id]);

    await moreBought(20);
    await waitFor(
      'a delivered event and one to repeat',
      async () => healthy.ids.length > 0 && (await pendingDeliveries()).length > 0,
    );
    const [exporting, importing, removing] = documentedMove(before.tenant.slug, newFile());
    const exportedFrom = performance.now();
    const out = await commandJson(source, ...exporting);
    expect(out).toMatchObject({ tenant: before.tenant.slug, worlds: 0, suspended: true });
    const sentBySource = healthy.ids.length;
    // Deliveries that are held for the target are not late.
    const late = `UPDATE webhooks.deliveries SET due_at = now() - interval '1 hour' WHERE state = 'pending' RETURNING id`;
    expect(await source.rows(late)).not.toEqual([]);
    const gauges = /^nameyard_webhook_oldest_(due|waiting)_seconds 0$/gm;
    // The gauges are omitted while PostgreSQL does not answer within a second.
    await eventually(async () => expect((await source.metrics()).match(gauges)).toHaveLength(2));
    await commandJson(target, ...importing);
    client = target.clientOf(before);
    const importedAt = performance.now();
    await moreBought(bought.length + 20);
    isOver = true;
    await customers;
    // The pause ends with the import: the target refuses no call.
    expect(refusedAt.length).toBeGreaterThan(0);
    expect(refusedAt.filter(at => at < exportedFrom || at > importedAt)).toEqual([]);
    failing.respondWith(200);

    const events = await eventsOf(target, before);
    const eventIds = events.map(({ id }) => id);
    const paid = await target.rows(`SELECT id FROM orders.orders WHERE tenant_id = $1 AND status = 'paid'`, [
      before.tenant.id,
    ]);
    expect(paid.map(({ id }) => id).toSorted()).toEqual(bought.toSorted());
    const [{ registrations }] = await target.rows(
      'SELECT count(*)::int AS registrations FROM domains.registrations WHERE tenant_id = $1',
      [before.tenant.id],
    );
    expect(registrations).toBe(bought.length);
    expect(sentBySource).toBeGreaterThan(0);
    await eventually(async () => {
      // Retries need not wait for their time.
      await target.rows(`UPDATE webhooks.deliveries SET due_at = now() WHERE state = 'pending' AND NOT sending`);
      await target.rows('UPDATE webhooks.cursors SET due_at = now() WHERE due_at > now() AND leased_until IS NULL');
      const delivered = await target.rows(
        `SELECT event_id FROM webhooks.deliveries WHERE tenant_id = $1 AND state = 'delivered' AND receiver_id = $2`,
        [before.tenant.id, failing.id],
      );
      expect(delivered.map(row => row.event_id).toSorted()).toEqual(eventIds.toSorted());
      expect(new Set(healthy.ids)).toEqual(new Set(eventIds));
    });
    expect(healthy.ids.toSorted()).toEqual(eventIds.toSorted());

    await source.rows('INSERT INTO registrar.accounts (tenant_id) VALUES ($1)', [before.tenant.id]);
    const receipt = await commandJson<Record<'rows' | 'kept', Record<string, number>>>(source, ...removing);
    expect(receipt.rows).toMatchObject({ 'tenancy.tenants': 1, 'webhooks.receivers': 2, 'webhooks.secrets': 2 });
    const left = Object.keys(await rowsAbout(source, before.tenant.id));
    expect(left.toSorted()).toEqual(['platform.audit', 'registrar.accounts']);
    expect(receipt.kept).toEqual({ 'platform.audit': expect.any(Number), 'registrar.accounts': 1 });
    expect((await client.search({ domain: 'move-1-0.com' })).body.data.status).toBe('taken');
  });
});

const OWNER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

describe('nameyard tenants export and import', () => {
  it('copies everything of a tenant, its worlds, and the access of its people', async () => {
    const client = await source.tenant();
    await client.register('kept.com');
    const world = await source.world(client);
    await world.register('in-a-world.com');
    const receiver = await receiverOf(client);
    const known = `known-${randomBytes(4).toString('hex')}@example.com`;
    const unknown = `unknown-${randomBytes(4).toString('hex')}@example.com`;
    const other = await target.tenant();
    const [people, tenants] = [source.app.get(People), [client.tenant.slug]];
    for (const email of [known, unknown]) await people.create({ email, role: 'developer', tenants }, TESTER);
    await target.app.get(People).create({ email: known, role: 'developer', tenants: [other.tenant.slug] }, TESTER);

    const file = await exported(client);
    expect(readFileSync(file).includes('kept.com')).toBe(false);
    const slug = `new-${randomBytes(4).toString('hex')}`;
    const imported = await commandJson(target, 'import', file, '--slug', slug);
    expect(imported).toMatchObject({ tenant: slug, worlds: 1, people: { added: [known], created: [unknown] } });

    const there = target.clientOf(
      Object.assign(Object.create(client), { tenant: { ...client.tenant, slug } }) as Client,
    );
    expect((await there.getRegistration('kept.com')).status).toBe(200);
    expect((await target.clientOf(world).getRegistration('in-a-world.com')).status).toBe(200);
    const views = await target.app.get(People).list();
    const slugsOf = (email: string) =>
      views
        .find(view => view.email === email)!
        .tenants.map(tenant => tenant.slug)
        .toSorted();
    expect(slugsOf(known)).toEqual([slug, other.tenant.slug].toSorted());
    expect(slugsOf(unknown)).toEqual([slug]);
    expect((await there.get(RECEIVERS)).body.data.receivers).toMatchObject([{ url: receiver.url }]);
    // The source continues to serve a tenant that was copied.
    expect((await client.getRegistration('kept.com')).status).toBe(200);
  });

  it('gives no access to disabled people, and keeps the masking of owners', async () => {
    const client = await source.tenant();
    const [disabled, masked] = ['disabled', 'masked'].map(
      name => `${name}-${randomBytes(4).toString('hex')}@example.com`,
    );
    const people = source.app.get(People);
    const terms = { role: 'developer' as const, tenants: [client.tenant.slug] };
    const { account } = await people.create({ ...terms, email: disabled! }, TESTER);
    await people.change(account.id, { disabled: true }, TESTER);
    await people.create({ ...terms, email: masked!, owners_masked: true }, TESTER);
    const imported = await commandJson(target, 'import', await exported(client));
    expect(imported).toMatchObject({ people: { added: [], created: [masked] } });
    const views = await target.app.get(People).list();
    expect(views.find(({ email }) => email === masked)).toMatchObject({ owners_masked: true });
    expect(views.find(({ email }) => email === disabled)).toBeUndefined();
  });

  it('leaves idempotency keys of live orders behind, like the orders', async () => {
    const client = await source.tenant();
    const order = { domain: 'with-a-key.com', years: 1, owner: OWNER };
    const placed = await client.order(order, { 'X-Idempotency-Key': 'a-key' });
    await source.rows(
      `INSERT INTO platform.idempotency_keys (tenant_id, endpoint, key, fingerprint, subject, created_at)
       SELECT tenant_id, replace(endpoint, 'sandbox', 'registrar'), key, fingerprint, subject, created_at
       FROM platform.idempotency_keys WHERE tenant_id = $1`,
      [client.tenant.id],
    );
    await commandJson(target, 'import', await exported(client));
    const keys = 'SELECT endpoint FROM platform.idempotency_keys WHERE tenant_id = $1';
    expect(await target.rows(keys, [client.tenant.id])).toEqual([{ endpoint: '/api/v1/sandbox/domains/order' }]);
    const again = await target.clientOf(client).order(order, { 'X-Idempotency-Key': 'a-key' });
    expect(again.body.data.order_id).toBe(placed.body.data.order_id);
  });

  it('exports the request log, bodies and audit log only with --history', async () => {
    const client = await source.tenant();
    await client.search({ domain: 'logged.com' });
    const logged = () => source.rows('SELECT id FROM usage.bodies WHERE tenant_id = $1', [client.tenant.id]);
    await eventually(async () => expect(await logged()).toHaveLength(1));
    const [without, withHistory] = [await exported(client), await exported(client, '--history')];
    const requests = () =>
      target.rows(
        `SELECT r.domain, b.target FROM usage.requests r LEFT JOIN usage.bodies b ON b.id = r.id WHERE r.tenant_id = $1`,
        [client.tenant.id],
      );
    await commandJson(target, 'import', without);
    expect(await requests()).toEqual([]);
    await target.rows('UPDATE tenancy.tenants SET suspended_at = now() - interval $$1 hour$$ WHERE id = $1', [
      client.tenant.id,
    ]);
    await commandJson(target, 'remove', client.tenant.slug);
    await commandJson(target, 'import', withHistory);
    expect(await requests()).toEqual([{ domain: 'logged.com', target: expect.stringContaining('/search') }]);
    const actions = await target.rows('SELECT action FROM platform.audit WHERE tenant_id = $1', [client.tenant.id]);
    expect(actions.map(({ action }) => action)).toContain('tenant.create');
  });

  it('does not count imported registrations again, even if the target has had no event', async () => {
    const counted = async (sandbox: Sandbox, { tenant }: Client) => {
      const [row] = await sandbox.rows(
        'SELECT coalesce(sum(registrations), 0)::int AS count FROM usage.registrations WHERE tenant_id = $1',
        [tenant.id],
      );
      return row.count;
    };
    const client = await source.tenant();
    await client.register('once.com');
    await eventually(async () => expect(await counted(source, client)).toBe(1));
    const empty = await start(KEYS.target);
    await commandJson(empty, 'import', await exported(client, '--history'));
    const other = await empty.tenant();
    await other.register('later.com');
    await eventually(async () => expect(await counted(empty, other)).toBe(1));
    expect(await counted(empty, client)).toBe(1);
  });

  it('imports everything or nothing, and says what is in the way', async () => {
    const client = await source.tenant({ host: `shop-${randomBytes(4).toString('hex')}.example.com` });
    await client.register('kept.com');
    const file = await exported(client);
    const { id, slug } = client.tenant;
    const importing = async (path = file, ...options: string[]) => {
      const { code, stderr } = await command(target, 'import', path, ...options);
      expect(code).toBe(1);
      expect(await rowsAbout(target, id)).toEqual({});
      return stderr;
    };

    const bytes = readFileSync(file);
    const damaged = join(dirname(file), 'damaged');
    writeFileSync(damaged, bytes.subarray(0, -20));
    expect(await importing(damaged)).toBe(
      `The backup ${damaged} is damaged: its content was changed or is incomplete.\n`,
    );

    const [{ host }] = await source.rows('SELECT host FROM tenancy.hosts WHERE tenant_id = $1', [id]);
    const rival = await target.tenant({ host });
    expect(await importing()).toMatch(/^Another tenant of this installation has a host of the imported tenant/m);
    await target.rows('DELETE FROM tenancy.hosts WHERE tenant_id = $1', [rival.tenant.id]);
    await target.rows('UPDATE tenancy.tenants SET slug = $2 WHERE id = $1', [rival.tenant.id, slug]);
    expect(await importing()).toBe(`Another tenant has the slug ${slug}; choose another one with --slug.\n`);
    expect(await importing(file, '--slug', 'No Slug')).toMatch(/^error: option '--slug <slug>' .*lower-case letters/);
    const [{ key_hash }] = await source.rows('SELECT hash AS key_hash FROM api_keys.keys WHERE tenant_id = $1', [id]);
    const [{ hash }] = await target.rows('SELECT hash FROM api_keys.keys WHERE tenant_id = $1', [rival.tenant.id]);
    const setHash = 'UPDATE api_keys.keys SET hash = $2 WHERE tenant_id = $1';
    await target.rows(setHash, [rival.tenant.id, key_hash]);
    expect(await importing(file, '--slug', `${slug}-1`)).toMatch(
      /^This installation has data of the imported tenant.*\n$/,
    );
    await target.rows(setHash, [rival.tenant.id, hash]);

    // What an import leaves that is killed.
    const [{ row }] = await source.rows('SELECT to_jsonb(r) AS row FROM domains.registrations r WHERE tenant_id = $1', [
      id,
    ]);
    const leftover =
      'INSERT INTO domains.registrations SELECT * FROM jsonb_populate_record(NULL::domains.registrations, $1)';
    await target.rows(leftover, [row]);
    await commandJson(target, 'import', file, '--slug', `${slug}-2`);
    const again = await command(target, 'import', file, '--slug', `${slug}-3`);
    expect(again).toMatchObject({ code: 1, stderr: `This installation has the tenant already: ${slug}-2 (${id}).\n` });
    expect(await command(target, 'export', `${slug}-2`, '--output', file)).toMatchObject({
      code: 1,
      stderr: `${file} exists already; choose another file.\n`,
    });
    expect(await runCommand(['restore', file], environment(target))).toMatchObject({
      code: 1,
      stderr: `${file} contains one tenant; import it with \`nameyard tenants import\`.\n`,
    });
  });

  it('resumes the tenant when an export with --suspend fails', async () => {
    const client = await source.tenant();
    const file = join(temporaryFolder(), 'missing', 'tenant.export');
    const failed = await command(source, 'export', client.tenant.slug, '--output', file, '--suspend');
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Cannot write /) });
    expect((await client.search({ domain: 'open.com' })).status).toBe(200);
    expect(existsSync(file)).toBe(false);
  });

  it('resumes the tenant after Ctrl-C', async () => {
    const client = await source.tenant();
    const receiver = await receiverOf(client);
    // An attempt that does not end keeps the export waiting.
    receiver.hold();
    await client.register('slow.com');
    await waitFor('an attempt', () => receiver.received.length > 0);
    const file = newFile();
    const args = [CLI, 'tenants', 'export', client.tenant.slug, '--output', file, '--suspend'];
    const program = new Program(process.execPath, args, environment(source));
    const isSuspended = async () => {
      const [row] = await source.rows('SELECT suspended_at FROM tenancy.tenants WHERE id = $1', [client.tenant.id]);
      return row.suspended_at !== null;
    };
    await waitFor('the suspension', isSuspended);
    program.signal('SIGINT');
    const stderr = `Interrupted; nothing was exported. The tenant ${client.tenant.slug} is resumed.\n`;
    expect(await program.exited).toMatchObject({ code: 130, stderr });
    receiver.release();
    expect(await isSuspended()).toBe(false);
    expect(existsSync(file)).toBe(false);
  });

  it('leaves no file if it is interrupted while rows are written', async () => {
    const { tenant } = await source.tenant();
    const path = newFile();
    let drafts: string[] = [];
    const exporting = exportTenant({
      url: source.database.url,
      storages,
      path,
      passphrase: BACKUP_PASSPHRASE,
      secrets: source.app.get(Secrets),
      slug: tenant.slug,
      history: false,
      isSuspendedForExport: false,
      onProgress() {
        drafts = readdirSync(dirname(path));
        throw new Error('interrupted');
      },
    });
    await expect(exporting).rejects.toThrow('interrupted');
    expect(drafts).toHaveLength(1);
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it('continues the deliveries of a tenant that is resumed instead of moved', async () => {
    const client = await source.tenant();
    const receiver = await receiverOf(client);
    const file = await exported(client, '--suspend');
    expect(readdirSync(dirname(file))).toEqual(['tenant.export']);
    await source.rows('UPDATE tenancy.tenants SET suspended_at = NULL WHERE id = $1', [client.tenant.id]);
    await source.rows(`SELECT pg_notify('nameyard', $1)`, [`tenant ${client.tenant.slug}`]);
    await eventually(async () => expect((await client.search({ domain: 'resumed.com' })).status).toBe(200));
    await client.register('resumed.com');
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(0));
  });
});

describe('nameyard tenants remove', () => {
  it('refuses a tenant that is not suspended, and a world', async () => {
    const client = await source.tenant();
    const world = await source.world(client);
    expect(await command(source, 'remove', client.tenant.slug)).toMatchObject({
      code: 1,
      stderr: `The tenant ${client.tenant.slug} is not suspended. Suspend it in the portal, or export it with --suspend.\n`,
    });
    expect(await command(source, 'remove', world.tenant.slug)).toMatchObject({
      code: 1,
      stderr: `${world.tenant.slug} is a world; name the tenant that it belongs to.\n`,
    });
  });
});
