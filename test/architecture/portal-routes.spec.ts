import { expectGolden } from '../support/golden.js';
import { PORTAL_DOCUMENT } from '../support/client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { type SeenRoute, SeenRoutes, SeenRoutesModule } from '../support/seen-routes.js';

interface Operation {
  operationId: string;
  summary: string;
  security?: object[];
  requestBody?: object;
  responses: Record<string, { description: string; headers?: object }>;
}

let sandbox: Sandbox;
let document: { openapi: string; paths: Record<string, Record<string, Operation>> };
let routes: SeenRoute[];

beforeAll(async () => {
  sandbox = await startSandbox({ modules: [SeenRoutesModule] });
  document = (await sandbox.call({ method: 'GET', path: PORTAL_DOCUMENT })).body;
  routes = sandbox.app
    .get(SeenRoutes)
    .routes.filter(({ method, url }) => url.startsWith('/portal/api') && url !== PORTAL_DOCUMENT && method !== 'HEAD');
});
afterAll(() => sandbox.stop());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe('every route under /portal/api', () => {
  it('says who it is for', () => {
    expect(routes.length).toBeGreaterThanOrEqual(15);
    for (const { url, access } of routes)
      expect({ url, access }).toEqual({ url, access: { person: expect.stringMatching(/^(none|any|operator)$/) } });
  });

  it('stands in its document, and nothing else does', () => {
    expect(operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`)).toEqual(
      expect.arrayContaining(routes.map(({ url, method }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)),
    );
    expect(operations()).toHaveLength(routes.length);
  });

  it('documents its session, its request id and all that a guard can answer', () => {
    for (const { path, method, operation } of operations()) {
      const isLogin = method === 'post' && path === '/portal/api/session';
      const needed = ['401', '403', '421', '500', '503', ...(path.includes('{') ? ['404'] : [])];
      const missing = needed.filter(status => !operation.responses[status]);
      expect({ path, method, missing, security: operation.security }).toEqual({
        path,
        method,
        missing: [],
        security: isLogin ? undefined : [{ session: [] }],
      });
      for (const { headers } of Object.values(operation.responses))
        expect(Object.keys(headers ?? {})).toEqual(['X-Request-Id']);
    }
  });

  it('documents its body and all that can be wrong with one', () => {
    for (const { path, method, operation } of operations()) {
      if (method !== 'post' && method !== 'patch') continue;
      const missing = ['400', '406', '413', '415'].filter(status => !operation.responses[status]);
      expect({ path, missing, body: operation.requestBody }).toEqual({ path, missing: [], body: expect.anything() });
    }
  });
});

describe("the portal's OpenAPI document", () => {
  it('is the one of golden/portal-openapi.json', () => {
    expectGolden('portal-openapi.json', `${JSON.stringify(document, null, 2)}\n`);
  });

  it('names each operation once, with a summary', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.filter(id => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations().filter(({ operation }) => !operation.summary)).toEqual([]);
  });
});
