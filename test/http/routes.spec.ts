import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { OrderRepository } from '#orders';
import { ReadSlots } from '#platform/http';
import { Readiness } from '../../apps/health/readiness.js';
import { ADA, type Client, ENDPOINTS, SEARCH } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import { ROOT } from '../support/paths.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
});

describe('404 NOT_FOUND', () => {
  it.each([
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v2/sandbox/domains/search',
    '/api/v1/sandbox/domains',
    '/api/v1/sandbox/domains/',
    `${SEARCH}/`,
    `${SEARCH}/more`,
    '/API/v1/sandbox/domains/search',
    '/api/v1/sandbox/domains/SEARCH',
    '/api/v1//sandbox/domains/search',
    '/api/v1/sandbox/domains/%E0%A4%A',
    '/api/v1/sandbox/domains/%00',
    `/api/v1/sandbox/domains/${'x'.repeat(300)}`,
    '/api/v1/registrar',
    '/api/v1/../v1/sandbox',
    '/api/portal',
  ])('is returned at %s with any key and body', async path => {
    for (const response of [await client.raw({ path, body: '{' }), await sandbox.call({ path, body: '{' })])
      expect(outcomeOf(response)).toBe('404 NOT_FOUND');
  });

  it.each(['/', '/nowhere', '/favicon.ico', '/health', '/.env', '/portal/api/nothing'])(
    'is returned in the envelope at %s',
    async path => {
      const response = await sandbox.call({ method: 'GET', path });
      expect(outcomeOf(response)).toBe('404 NOT_FOUND');
      expect(response.headers['x-request-id']).toBeDefined();
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  it('is returned at / for programs, while browsers are redirected to the portal', async () => {
    const headers = { Accept: 'text/html,application/xhtml+xml' };
    expect(await sandbox.call({ method: 'GET', path: '/', headers })).toMatchObject({
      status: 302,
      headers: { location: '/portal' },
    });
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    'is returned for %s on POST routes, with Allow',
    async method => {
      for (const path of ENDPOINTS) {
        const response = await client.raw({ method, path });
        expect(outcomeOf(response)).toBe('404 NOT_FOUND');
        expect(response.headers['allow']).toBe('POST');
        expect(response.body.error.message).toContain('POST');
      }
    },
  );

  it('lists every method of a path in Allow, and HEAD where GET is one', async () => {
    const person = await sandbox.person({ role: 'operator' });
    for (const document of ['/docs/openapi.json', '/portal/api/openapi.json']) {
      const { body } = await sandbox.call({ method: 'GET', path: document });
      // Those of the live registrar are refused before, because it is switched off.
      const paths = Object.entries<object>(body.paths).filter(([path]) => !path.includes('/registrar/'));
      for (const [path, item] of paths) {
        const methods = Object.keys(item).flatMap(method =>
          method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
        );
        const headers = { Origin: sandbox.origin, Cookie: person.cookie };
        const at = path.replaceAll(/\{\w+\}/g, 'x');
        const { status, headers: sent } = await sandbox.call({ method: 'OPTIONS', path: at, headers });
        const allowed = String(sent['allow']).split(', ');
        expect([path, status, allowed]).toEqual([path, 404, expect.arrayContaining(methods)]);
        expect([path, allowed.includes('HEAD')]).toEqual([path, allowed.includes('GET')]);
      }
    }
  });

  it.each(['/docs/', '/docs/openapi.json', '/docs/postman.json', '/portal', '/health/live'])(
    'lists GET and HEAD in Allow for OPTIONS at %s, and HEAD works',
    async path => {
      const response = await sandbox.call({ method: 'OPTIONS', path });
      expect([response.status, response.headers['allow']]).toEqual([404, 'GET, HEAD']);
      expect((await sandbox.call({ method: 'HEAD', path })).status).toBe(200);
    },
  );

  it('is returned for HEAD without a body', async () => {
    const response = await client.raw({ method: 'HEAD', path: SEARCH });
    expect([response.status, response.text]).toEqual([404, '']);
  });

  it('is returned for CORS preflight requests without CORS headers', async () => {
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' };
    expect((await client.raw({ method: 'OPTIONS', path: SEARCH, headers })).status).toBe(404);
    const response = await client.search({ domain: 'example.com' }, { Origin: 'https://shop.example' });
    expect(response.status).toBe(200); // the client rejects CORS headers
  });
});

describe('routes without authentication', () => {
  it('return the health at /health/live and /health/ready', async () => {
    const [live, ready] = [
      await sandbox.call({ method: 'GET', path: '/health/live' }),
      await sandbox.call({ method: 'GET', path: '/health/ready' }),
    ];
    expect([live.status, live.body]).toEqual([200, { status: 'ok' }]);
    expect([ready.status, ready.body.status]).toEqual([200, 'ok']);
  });

  it('return 503 with Retry-After at /health/ready while the process starts', async () => {
    const ready = await sandbox.app
      .get(Readiness)
      .whileStarting(() => sandbox.call({ method: 'GET', path: '/health/ready' }));
    expect([ready.status, ready.headers['retry-after']]).toEqual([503, '1']);
    expect(ready.body.checks).toEqual({ database: 'up', process: 'starting' });
  });

  it('report at /health/ready and in a metric that the disk of PostgreSQL is full', async () => {
    await sandbox.rows(
      `CREATE FUNCTION orders.disk_full() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$`,
    );
    await sandbox.rows(
      'CREATE TRIGGER disk_full BEFORE INSERT ON orders.orders FOR EACH ROW EXECUTE FUNCTION orders.disk_full()',
    );
    try {
      expect((await client.order({ domain: 'my-full-shop.com', years: 1, owner: ADA })).status).toBe(503);
    } finally {
      await sandbox.rows('DROP TRIGGER disk_full ON orders.orders');
      await sandbox.rows('DROP FUNCTION orders.disk_full');
    }
    const ready = await sandbox.call({ method: 'GET', path: '/health/ready' });
    expect([ready.status, ready.body.problems]).toEqual([200, expect.arrayContaining(['disk_full'])]);
    expect(await sandbox.metrics()).toContain('\nnameyard_postgres_disk_full 1\n');
  });

  it('do not include metrics, which count requests by route and status', async () => {
    await client.search({});
    expect((await sandbox.call({ method: 'GET', path: '/metrics' })).status).toBe(404);
    expect(await sandbox.metrics()).toMatch(
      new RegExp(`nameyard_http_request_duration_seconds_count\\{.*route="${SEARCH}",status="422"\\} \\d`),
    );
  });

  it('count searches, orders, checkouts and registrations once', async () => {
    const count = async (line: string) => {
      const prefix = `nameyard_${line} `;
      const found = (await sandbox.metrics()).split('\n').find(candidate => candidate.startsWith(prefix));
      return Number(found?.slice(prefix.length) ?? 0);
    };
    const lines = [
      'searches_total{status="available"}',
      'orders_total{kind="registration"}',
      'checkouts_total{outcome="paid"}',
      'checkouts_total{outcome="declined"}',
      'registrations_total{kind="registration"}',
    ];
    const before = await Promise.all(lines.map(count));
    await client.search({ domain: 'counted.com' });
    await client.register('counted.com');
    const after = await Promise.all(lines.map(count));
    expect(after.map((value, index) => value - before[index]!)).toEqual([1, 1, 1, 0, 1]);
  });

  it('count no caller as waiting for a connection that is free', async () => {
    expect(await sandbox.metrics()).toMatch(/^nameyard_postgres_pool_waiting(\{.*\})? 0$/m);
  });

  it('have the metrics that alerts, the dashboard and the documentation name', async () => {
    const served = await sandbox.metrics();
    const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
    const alerts = read('deploy/prometheus/alerts.yml');
    const page = read('apps/docs/pages/operations.md');
    const dashboard = read('deploy/grafana/nameyard.json');
    const names = new Set(`${alerts}${page}${dashboard}`.match(/\b(nameyard|process|nodejs)_[a-z0-9_]+\b/g));
    const types = [...served.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!);
    const ownTypes = types.filter(name => name.startsWith('nameyard_'));
    const withoutSuffix = [...names].map(name => name.replace(/_(count|bucket)$/, ''));
    // Served only if REDIS_URL, or a registrar, is set.
    expect(withoutSuffix.filter(name => !types.includes(name)).toSorted()).toEqual([
      'nameyard_live_differences',
      'nameyard_live_oldest_unfinished_seconds',
      'nameyard_live_orders',
      'nameyard_redis_connected',
      'nameyard_registrar_circuit_open',
    ]);
    expect(ownTypes.filter(name => !page.includes(`\`${name}\``))).toEqual([]);
    expect(served).toMatch(/^nameyard_build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
  });

  it('serve a page at /docs and the document at /docs/openapi.json', async () => {
    const page = await sandbox.call({ method: 'GET', path: '/docs/' });
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    const document = await sandbox.call({ method: 'GET', path: '/docs/openapi.json' });
    expect(document.body).toMatchObject({ openapi: '3.1.0', info: { title: 'Nameyard' } });
  });
});

describe('X-Request-Id', () => {
  it.each(['a', 'order-2041', '7d1f7f1e-8f0d-4b3e-9a53-000000000000', 'A/b+c=:d@e._-', 'x'.repeat(128)])(
    'is taken from the request and logged: %s',
    async id => {
      const response = await client.search({ domain: 'example.com' }, { 'X-Request-Id': id });
      expect(response.headers['x-request-id']).toBe(id);
      expect(sandbox.log.filter(line => line['requestId'] === id)).toHaveLength(1);
    },
  );

  it.each(['', ' ', 'a b', '<script>', 'x'.repeat(129), '{"a":1}', 'é', '-x', "a'b"])(
    'is generated for %j',
    async id => {
      const response = await client.search({}, { 'X-Request-Id': Buffer.from(id).toString('latin1') });
      expect(response.headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/);
    },
  );

  it('is unique for each request, including rejected ones', async () => {
    const responses = [
      await sandbox.call({ path: '/api/x' }),
      await sandbox.call({ path: SEARCH }),
      await client.search({}),
    ];
    expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).toBe(3);
  });
});

describe('a read that waits because two others of the caller run', () => {
  it('does not run after its client has disconnected', async () => {
    const path = '/api/v1/sandbox/orders';
    const slots = sandbox.app.get(ReadSlots);
    let end!: () => void;
    const ended = new Promise<void>(resolve => (end = resolve));
    const running = [1, 2].map(() => slots.run(client.tenant.id, () => ended));
    const list = jest.spyOn(sandbox.app.get(OrderRepository), 'list');
    const arrived = once(sandbox.app.getHttpServer() as Server, 'request') as Promise<[unknown, ServerResponse]>;
    const request = get(new URL(path, sandbox.origin), { headers: client.headers }).on('error', () => {});
    const [, response] = await arrived;
    request.destroy();
    await once(response, 'close');
    end();
    await Promise.all(running);
    expect(outcomeOf(await client.raw({ method: 'GET', path }))).toBe('200');
    expect(list).toHaveBeenCalledTimes(1);
    list.mockRestore();
  });
});
