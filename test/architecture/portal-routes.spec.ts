import { PORTAL_DOCUMENT } from '../support/client.js';
import { type DocumentedOperation, documentedOperations } from '../support/documents.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { type RecordedRoute, RouteRecorder, RouteRecorderModule } from '../support/route-recorder.js';

/** Statuses that every route of the portal API can return. */
const ANY_ROUTE = ['400', '401', '403', '406', '408', '417', '421', '431', '500', '503'];

let sandbox: Sandbox;
let operations: DocumentedOperation[];
let routes: RecordedRoute[];

beforeAll(async () => {
  sandbox = await startSandbox({ modules: [RouteRecorderModule] });
  operations = documentedOperations((await sandbox.call({ method: 'GET', path: PORTAL_DOCUMENT })).body);
  routes = sandbox.app
    .get(RouteRecorder)
    .routes.filter(({ method, url }) => url.startsWith('/portal/api') && url !== PORTAL_DOCUMENT && method !== 'HEAD');
});

const missing = ({ responses }: DocumentedOperation, statuses: string[]) =>
  statuses.filter(status => !responses[status]);

describe('every route under /portal/api', () => {
  it('declares its access', () => {
    expect(routes.length).toBeGreaterThanOrEqual(15);
    for (const { url, access } of routes)
      expect({ url, access }).toMatchObject({
        url,
        access: { person: expect.stringMatching(/^(none|any|operator)$/) },
      });
  });

  it('is in the document, and the document has no other routes', () => {
    expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      routes.map(({ url, method }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  it('documents its session and the responses of the guards', () => {
    for (const each of operations) {
      const isLogin = each.operation.operationId === 'logIn';
      expect([each.path, each.operation.security]).toEqual([each.path, isLogin ? [] : [{ session: [] }]]);
      expect([each.path, missing(each, [...ANY_ROUTE, ...(each.path.includes('{') ? ['404'] : [])])]).toEqual([
        each.path,
        [],
      ]);
    }
  });

  it('documents its headers', () => {
    for (const { path, responses, operation } of operations)
      for (const [status, { headers }] of Object.entries(responses)) {
        const hasKey = JSON.stringify(operation.parameters ?? []).includes('"X-Idempotency-Key"');
        const canReplay = hasKey && ['200', '402', '404', '409'].includes(status);
        const needed = [
          'X-Request-Id',
          ...(canReplay ? ['Idempotency-Replayed'] : []),
          ...(['429', '503'].includes(status) || (hasKey && status === '409') ? ['Retry-After'] : []),
        ];
        expect([path, status, Object.keys(headers).sort()]).toEqual([path, status, needed.sort()]);
      }
  });

  it('documents its body and validation errors', () => {
    for (const each of operations.filter(({ method }) => ['post', 'put', 'patch'].includes(method))) {
      expect([each.path, missing(each, ['400', '406', '413', '415', '422'])]).toEqual([each.path, []]);
      expect([each.path, each.operation.requestBody]).toEqual([each.path, expect.anything()]);
    }
  });
});
