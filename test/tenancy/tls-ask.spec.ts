import { request } from 'undici';
import { type Environment, runCliJson, startApi, startWorker } from '../processes/nameyard.js';
import { startDatabase } from '../processes/postgres.js';
import { eventually } from '../support/eventually.js';
import { freePort, temporaryFolder } from '../support/paths.js';

let port: number;
let env: Environment;

beforeAll(async () => {
  env = {
    DATABASE_URL: (await startDatabase()).url,
    DATA_DIR: temporaryFolder(),
    STOREFRONT_DOMAIN: 'sandbox.example.com',
    PUBLIC_HOSTS: 'nameyard.example.org,portal-team.sandbox.example.com',
  };
  await runCliJson(['migrate'], env);
  await runCliJson(['tenants', 'create', 'acme', '--host', 'shop.example.com'], env);
  await runCliJson(['storefront', 'hosts', 'add', 'pending.example.com', '--tenant', 'acme'], env);
  await runCliJson(['tenants', 'create', 'portal-team'], env);
  port = await freePort();
  await startWorker({ ...env, WORKER_PORT: String(port) });
});

async function ask(query: string): Promise<[status: number, body: string]> {
  const { statusCode, body } = await request(`http://127.0.0.1:${port}/internal/tls/ask${query}`);
  return [statusCode, await body.text()];
}

describe('GET /internal/tls/ask at the port of the worker', () => {
  it.each(['shop.example.com', 'SHOP.example.com', 'acme.sandbox.example.com'])('returns 200 for %s', async domain => {
    expect(await ask(`?domain=${domain}`)).toEqual([200, '']);
  });

  it.each([
    'pending.example.com',
    'nobody.sandbox.example.com',
    'www.sandbox.example.com',
    'sandbox.example.com',
    'a.acme.sandbox.example.com',
    'acme.localhost',
    'nameyard.example.org',
    'portal-team.sandbox.example.com',
    'other.example.com',
    '127.0.0.1',
    'x'.repeat(300),
    '%00',
  ])('returns 404 for %s', async domain => {
    expect(await ask(`?domain=${domain}`)).toEqual([404, '']);
  });

  it.each(['', '?domain=', '?domain=a.example&domain=shop.example.com'])('returns 404 for "%s"', async query => {
    expect(await ask(query)).toEqual([404, '']);
  });

  it('follows changes without a restart', async () => {
    const expectStatus = (status: number) =>
      eventually(async () => expect(await ask('?domain=pending.example.com')).toEqual([status, '']));
    await runCliJson(['storefront', 'hosts', 'verify', 'pending.example.com', '--tenant', 'acme'], env);
    await expectStatus(200);
    await runCliJson(['storefront', 'hosts', 'remove', 'pending.example.com', '--tenant', 'acme'], env);
    await expectStatus(404);
  });
});

describe('a share link', () => {
  it.each([
    ['acme', ['acme.localhost', 'acme.sandbox.example.com', 'shop.example.com']],
    ['portal-team', ['portal-team.localhost']],
  ])('of %s leads to the hosts that show its storefront, without PUBLIC_HOSTS', async (tenant, hosts) => {
    const { urls } = await runCliJson<{ urls: string[] }>(['storefront', 'share', '--tenant', tenant], env);
    expect(urls.map(url => new URL(url).hostname).sort()).toEqual(hosts);
  });
});

describe('GET /internal/tls/ask at the port of the API', () => {
  it('returns 404', async () => {
    const { client } = await startApi(env);
    const status = await client({ key: '', tenant: '' }).statusOf('/internal/tls/ask?domain=shop.example.com');
    expect(status).toBe(404);
  });
});
