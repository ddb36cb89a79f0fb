import type { Client } from '../../support/client.js';
import { addRule, removeRules, requestRule, rulesOf, search } from '../../support/faults.js';
import { concurrently, countOutcomes, outcomeOf } from '../../support/outcome.js';
import { type Sandbox, sharedPeer, sharedSandbox } from '../../support/sandbox.js';

let sandbox: Sandbox;
let peer: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  peer = await sharedPeer();
});
beforeEach(async () => void (client = await sandbox.tenant()));

const FAULT = { kind: 'error', code: 'SERVICE_UNAVAILABLE' };

/** The same tenant at both processes. */
const both = () => [client, peer.clientOf(client)];

describe('several processes', () => {
  it('apply a rule as soon as it was added, and not after it was removed', async () => {
    for (let n = 0; n < 5; n++) {
      const { id } = await addRule(client, { fault: FAULT, times: 2 });
      const failed = await Promise.all(both().map(one => search(one)));
      expect(countOutcomes(failed)).toEqual({ '503 SERVICE_UNAVAILABLE': 2 });
      await removeRules(client, id);
      await addRule(client, { fault: FAULT, times: 2 });
      await removeRules(client);
      expect(countOutcomes(await Promise.all(both().map(one => search(one))))).toEqual({ 200: 2 });
    }
  });

  it('together apply a rule exactly as often as it says', async () => {
    const { id } = await addRule(client, { fault: FAULT, times: 3, skip: 4 });
    const next = await addRule(client, { fault: { kind: 'error', code: 'BAD_GATEWAY' }, times: 2 });
    const responses = await concurrently(50, n => search(both()[n % 2]!));
    expect(countOutcomes(responses)).toEqual({ 200: 45, '503 SERVICE_UNAVAILABLE': 3, '502 BAD_GATEWAY': 2 });
    expect(await rulesOf(client)).toMatchObject([
      { id, used: 3, remaining: 0 },
      { id: next.id, used: 2, remaining: 0 },
    ]);
  });

  it('together keep the maximum of 100 live rules', async () => {
    const added = await concurrently(110, n => requestRule(both()[n % 2]!, { fault: FAULT }));
    expect(countOutcomes(added)).toEqual({ 201: 100, '409 TOO_MANY_FAULTS': 10 });
    expect(outcomeOf(await search(client))).toBe('503 SERVICE_UNAVAILABLE');
    expect(outcomeOf(await requestRule(client, { fault: FAULT }))).toBe('201');
    expect(await rulesOf(client)).toHaveLength(101);
  });
});

describe('a tenant without rules', () => {
  it('causes no query for them', async () => {
    await search(client);
    const blocker = await sandbox.database.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE testcontrol.faults IN ACCESS EXCLUSIVE MODE');
    // A query of the table would wait for the lock.
    expect(countOutcomes(await concurrently(20, () => search(client)))).toEqual({ 200: 20 });
    await blocker.query('ROLLBACK');
    blocker.release();
  });
});
