import { PORTAL_DOCUMENT } from '../support/client.js';
import { type DocumentedOperation, documentedOperations } from '../support/documents.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { type RecordedRoute, RouteRecorder, RouteRecorderModule } from '../support/route-recorder.js';

/** Statuses that every route of the portal API can return. */
const ANY_ROUTE = ['400', '401', '403', '406', '408', '417', '421', '431', '500', '503'];

/** Exports accept any media type. */
const routeErrors = (path: string) => ANY_ROUTE.filter(status => status !== '406' || !path.endsWith('/export'));

/** Headers of requests with an access token. */
const LIMIT_HEADERS = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

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

/** Operations for which no login is needed. */
const VISITORS = [
  'logIn',
  'finishLogIn',
  'getSecondStep',
  'startPasskeyLogin',
  'logInWithPasskey',
  'startSecondStep',
  'finishWithPasskey',
  'checkLink',
  'setPasswordWithLink',
  'loginMethods',
];

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

  it('documents its session or token, and the responses of the guards', () => {
    for (const each of operations) {
      const isForVisitors = VISITORS.includes(each.operation.operationId);
      const refusesTokens = each.responses['403']!.description.includes('SESSION_REQUIRED');
      const security = refusesTokens ? [{ session: [] }] : [{ session: [] }, { token: [] }];
      expect([each.path, each.operation.security]).toEqual([each.path, isForVisitors ? [] : security]);
      const statuses = routeErrors(each.path).filter(status => !isForVisitors || status !== '401');
      expect([each.path, missing(each, [...statuses, ...(each.path.includes('{') ? ['404'] : [])])]).toEqual([
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
        const takesToken = operation.security.some(scheme => 'token' in scheme);
        const needed = [
          'X-Request-Id',
          ...(path.endsWith('/export') && status === '200' ? ['Content-Disposition', 'Export-Max-Rows'] : []),
          ...(takesToken ? LIMIT_HEADERS : []),
          ...(status === '401' ? ['WWW-Authenticate'] : []),
          ...(status === '415' ? ['Accept-Encoding'] : []),
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
