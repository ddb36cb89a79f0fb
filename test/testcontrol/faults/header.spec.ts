import { KillSwitch } from '#registrar';
import { type Client, SEARCH } from '../../support/client.js';
import { addRule, rulesOf, search, withFault } from '../../support/faults.js';
import { fieldsOf, outcomeOf } from '../../support/outcome.js';
import { type Sandbox, startSandbox } from '../../support/sandbox.js';
import { TESTER } from '../../support/tester.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));

describe('the Sandbox-Fault header', () => {
  it.each([
    ['explode', 'kind'],
    ['webhook;effect=duplicate', 'kind'],
    ['error', 'code'],
    ['error;code=RATE_LIMITED;phase=never', 'phase'],
    ['hang;ms=3', 'ms'],
    ['delay', 'ms'],
    ['delay;ms=30001', 'ms'],
    ['delay;ms=x', 'ms'],
    ['truncate;bytes=-1', 'bytes'],
    ['truncate;bytes=1.5', 'bytes'],
    ['reset;', 'Sandbox-Fault'],
    ['reset, hang', 'Sandbox-Fault'],
    ['"', 'Sandbox-Fault'],
    ['__proto__', 'Sandbox-Fault'],
    ['hang;constructor=1', 'constructor'],
    ['hang;kind=reset', 'kind'],
  ])('with the value %s is refused and names %s', async (value, field) => {
    const response = await search(client, value);
    expect(outcomeOf(response)).toBe('422 INVALID_FAULT');
    expect(fieldsOf(response)).toEqual([field]);
    expect(response.headers['sandbox-faulted']).toBeUndefined();
  });

  it('requires the permission sandbox.control', async () => {
    const other = await sandbox.key(client.tenant, { permissions: ['sandbox.search'] });
    expect(outcomeOf(await search(other, 'reset'))).toBe('403 PERMISSION_DENIED');
    expect(outcomeOf(await search(other))).toBe('200');
  });

  it('is refused on the live registrar before the key is checked, once the registrar is switched on', async () => {
    const live = { path: SEARCH.replace('/sandbox/', '/registrar/'), body: {}, headers: withFault('hang') };
    expect(outcomeOf(await sandbox.call(live))).toBe('503 REGISTRAR_DISABLED');
    await sandbox.app.get(KillSwitch).set({ on: true, reason: 'a test' }, TESTER);
    expect(outcomeOf(await sandbox.call(live))).toBe('400 CONTROL_ON_LIVE');
    expect(outcomeOf(await sandbox.call({ ...live, headers: {} }))).toBe('401 API_KEY_REQUIRED');
    await sandbox.app.get(KillSwitch).set({ on: false, reason: 'a test' }, TESTER);
  });

  it('takes the place of rules, which do not count the request', async () => {
    await addRule(client, { fault: { kind: 'error', code: 'INTERNAL_ERROR' } });
    expect(outcomeOf(await search(client, 'error;code=BAD_GATEWAY'))).toBe('502 BAD_GATEWAY');
    expect(await rulesOf(client)).toMatchObject([{ used: 0, remaining: 1 }]);
  });
});
