import { type DocumentedOperation, documentedOperations } from '../support/documents.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { type RecordedRoute, RouteRecorder, RouteRecorderModule } from '../support/route-recorder.js';

/** Statuses that every route can return. */
const ANY_ROUTE = ['400', '408', '417', '431', '500'];
const LIMITS = ['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

let sandbox: Sandbox;
// oxlint-disable-next-line no-explicit-any -- parts of any shape
let document: any;
let operations: DocumentedOperation[];
let routes: RecordedRoute[];

beforeAll(async () => {
  sandbox = await startSandbox({ modules: [RouteRecorderModule] });
  document = (await sandbox.call({ method: 'GET', path: '/docs/openapi.json' })).body;
  operations = documentedOperations(document);
  routes = sandbox.app
    .get(RouteRecorder)
    .routes.filter(({ method, url }) => url.startsWith('/api') && method !== 'HEAD');
});

const missing = ({ responses }: DocumentedOperation, statuses: string[]) =>
  statuses.filter(status => !responses[status]);

describe('every route under /api', () => {
  it('declares its access', () => {
    expect(routes.length).toBeGreaterThanOrEqual(6);
    for (const { url, access } of routes) expect({ url, access }).toEqual({ url, access: expect.anything() });
  });

  it('is in the document, and the document has no other routes', () => {
    const documented = operations.filter(({ path }) => path.startsWith('/api'));
    expect(documented.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      routes.map(({ url, method }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  it('documents its API key, its tenant header and the responses of the guards', () => {
    for (const each of operations.filter(({ path }) => path.startsWith('/api/v1'))) {
      expect(each.operation.security).toEqual([{ key: [] }]);
      expect(each.operation.parameters?.map(({ name }) => name)).toContain('X-Tenant');
      expect([each.path, missing(each, ['401', '403', '406', '421', '429', '503', ...ANY_ROUTE])]).toEqual([
        each.path,
        [],
      ]);
    }
  });

  it('documents its headers', () => {
    for (const { path, responses } of operations.filter(({ path }) => path.startsWith('/api/v1')))
      for (const [status, { headers }] of Object.entries(responses)) {
        const isBeforeKey = ['408', '417', '421', '431'].includes(status);
        const needed = [
          'X-Request-Id',
          ...(isBeforeKey ? [] : LIMITS),
          ...(['429', '503'].includes(status) ? ['Retry-After'] : []),
        ];
        expect([path, status, Object.keys(headers)]).toEqual([path, status, expect.arrayContaining(needed)]);
      }
    for (const { operation, responses } of operations.filter(({ path }) => /sandbox.*(order|checkout)$/.test(path)))
      for (const [status, { headers }] of Object.entries(responses).filter(([status]) =>
        /^(2|402|404|409)/.test(status),
      ))
        expect([operation.operationId, status, Object.keys(headers)]).toEqual([
          operation.operationId,
          status,
          expect.arrayContaining(['Idempotency-Replayed']),
        ]);
  });

  it('documents its body and validation errors', () => {
    for (const each of operations.filter(({ method }) => method === 'post')) {
      expect([each.path, missing(each, ['400', '406', '413', '415', '422'])]).toEqual([each.path, []]);
      expect(each.operation.requestBody?.content['application/json']?.schema).toBeDefined();
    }
  });

  it('does not say that API keys are JSON Web Tokens', () => {
    expect(document.components.securitySchemes.key).not.toHaveProperty('bearerFormat');
  });
});

describe('other documented routes', () => {
  it('need no authentication and document server errors', () => {
    const open = operations.filter(({ path }) => !path.startsWith('/api'));
    expect(open.map(({ path }) => path).sort()).toEqual(['/health/live', '/health/ready']);
    for (const each of open) expect([each.operation.security, missing(each, ANY_ROUTE)]).toEqual([[], []]);
  });
});
