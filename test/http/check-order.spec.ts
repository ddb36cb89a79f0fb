import { ADA, type HttpRequest, type Client, ORDER, SEARCH } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await sharedSandbox()));

const LIVE = '/api/v1/registrar/domains/search';
const HUGE = `{"domain":"${'x'.repeat(70_000)}"}`;

/** A request that fails every check. Each step fixes one problem, so that the response reports the next check. */
const STEPS: [string, (good: Client) => Partial<HttpRequest>, string][] = [
  ['the route does not exist', () => ({ path: `${SEARCH}ing` }), '404 NOT_FOUND'],
  ['the kill switch is off', () => ({ path: LIVE }), '503 REGISTRAR_DISABLED'],
  ['there is no key', () => ({ path: ORDER }), '401 API_KEY_REQUIRED'],
  ['no tenant is named', () => ({ headers: { Authorization: 'Bearer x' } }), '401 TENANT_REQUIRED'],
  ['the key is unknown', good => ({ headers: { 'X-Tenant': good.tenant.slug } }), '401 API_KEY_INVALID'],
];

const BAD = { Accept: 'text/html', 'Content-Type': 'text/plain', 'X-Idempotency-Key': 'not visible' };

it('checks run in their documented order', async () => {
  const good = await sandbox.tenant({ limit: 100 });
  const call: HttpRequest & { headers: object } = { path: '', body: HUGE, headers: { ...BAD } };
  for (const [problem, fix, outcome] of STEPS) {
    const { headers, ...rest } = fix(good);
    Object.assign(call, rest);
    Object.assign(call.headers, headers);
    expect([problem, outcomeOf(await sandbox.call(call))]).toEqual([problem, outcome]);
  }
});

describe('checks of a request with a known key', () => {
  it('run in the order limit, scope, permission, Accept, Content-Type, size, JSON, fields', async () => {
    const spent = await sandbox.tenant({ limit: 1, scope: 'live' });
    await spent.order({});
    const live = await sandbox.tenant({ scope: 'live', permissions: [] });
    const withoutPermissions = await sandbox.tenant({ permissions: ['sandbox.search'] });
    const good = await sandbox.tenant();
    const json = { ...BAD, Accept: 'application/json', 'Content-Type': 'application/json' };
    const broken = { domain: 'google.com', years: 0, owner: ADA };
    const responses = [
      await spent.order(HUGE, BAD),
      await live.order(HUGE, BAD),
      await withoutPermissions.order(HUGE, BAD),
      await good.order(HUGE, BAD),
      await good.order(HUGE, { ...BAD, Accept: 'application/json' }),
      await good.order(HUGE, json),
      await good.order('{"domain":', json),
      await good.order(broken, { ...json, 'X-Idempotency-Key': 'fine' }),
      await good.order({ ...broken, years: 1 }, { ...json, 'X-Idempotency-Key': 'fine' }),
    ];
    expect(responses.map(outcomeOf)).toEqual([
      '429 RATE_LIMITED',
      '403 SCOPE_DENIED',
      '403 PERMISSION_DENIED',
      '406 NOT_ACCEPTABLE',
      '415 UNSUPPORTED_MEDIA_TYPE',
      '413 PAYLOAD_TOO_LARGE',
      '400 MALFORMED_JSON',
      '422 VALIDATION_FAILED',
      '409 DOMAIN_TAKEN',
    ]);
  });
});
