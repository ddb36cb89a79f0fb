import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expectGolden } from '../support/golden.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { type SeenRoute, SeenRoutes, SeenRoutesModule } from '../support/seen-routes.js';

interface Operation {
  operationId: string;
  summary: string;
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; headers?: object; content?: Record<string, { schema: object }> }>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

let sandbox: Sandbox;
let document: Document;
let routes: SeenRoute[];

beforeAll(async () => {
  sandbox = await startSandbox({ modules: [SeenRoutesModule] });
  document = (await sandbox.call({ method: 'GET', path: '/docs/openapi.json' })).body;
  routes = sandbox.app.get(SeenRoutes).routes.filter(({ method, url }) => url.startsWith('/api') && method !== 'HEAD');
});
afterAll(() => sandbox.stop());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe('every route under /api', () => {
  it('says what it needs', () => {
    expect(routes.length).toBeGreaterThanOrEqual(6);
    for (const { url, access } of routes) expect({ url, access }).toEqual({ url, access: expect.anything() });
  });

  it('stands in the document, and nothing else does', () => {
    const documented = operations().filter(({ path }) => path.startsWith('/api'));
    expect(documented.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      routes.map(({ url, method }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  it('documents its key, its tenant header, its request id and all that a guard can answer', () => {
    for (const { path, operation } of operations().filter(({ path }) => path.startsWith('/api/v1'))) {
      expect(operation.security).toEqual([{ key: [] }]);
      expect(operation.parameters?.map(({ name }) => name)).toContain('X-Tenant');
      const missing = ['401', '403', '421', '429', '500', '503'].filter(status => !operation.responses[status]);
      expect({ path, missing }).toEqual({ path, missing: [] });
      for (const { headers } of Object.values(operation.responses)) expect(headers).toHaveProperty('X-Request-Id');
    }
  });

  it('documents its body and all that can be wrong with one', () => {
    for (const { path, operation } of operations().filter(({ method }) => method === 'post')) {
      const missing = ['400', '406', '413', '415', '422'].filter(status => !operation.responses[status]);
      expect({ path, missing }).toEqual({ path, missing: [] });
      expect(operation.requestBody?.content['application/json']?.schema).toBeDefined();
    }
  });
});

describe('the OpenAPI document', () => {
  it('is the one of golden/openapi.json', () => {
    expectGolden('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
  });

  it('is 3.1, and names each operation once, with a summary', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.filter(id => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations().filter(({ operation }) => !operation.summary)).toEqual([]);
  });

  it('refers to nothing that it does not have', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of new Set(references)) {
      const parts = reference.replace(/^#\//, '').split('/');
      const target = parts.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
      expect({ reference, target }).toEqual({ reference, target: expect.any(Object) });
    }
  });

  it('has only schemas of JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, keywords: ['example'] });
    formats.default(ajv);
    ajv.addKeyword('components');
    ajv.addSchema({ components: document.components }, 'document');
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect([name, ajv.validateSchema(schema)]).toEqual([name, true]);
      expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` })).not.toThrow();
    }
  });
});
