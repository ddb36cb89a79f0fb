import type { Client } from '../support/client.js';
import { EXPLORATIONS, FINDING, report, STEP } from '../support/explorations.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));

const add = (body: object) => client.raw({ path: EXPLORATIONS, body });
const list = async (by: Client = client) => (await by.get(EXPLORATIONS)).body.data.explorations;

describe('explorations', () => {
  it('are stored, and listed without plans and stories', async () => {
    const sent = report({ findings: [FINDING], not_reproduced: [{ oracle: 'state', title: 'Other', plan: 'buy' }] });
    const { status, body } = await add(sent);
    expect(status).toBe(201);
    const { id } = body.data;
    expect(body.data).toEqual({ id: expect.stringMatching(/^exp_/) });
    const { plans: _, ...facts } = sent;
    const { oracle, title, plan } = FINDING;
    expect(await list()).toEqual([{ id, ...facts, findings: [{ oracle, title, plan }] }]);
    expect((await client.get(`${EXPLORATIONS}/${id}`)).body.data).toEqual({ id, ...sent });
  });

  it('are kept by a reset, and belong to one tenant', async () => {
    const { id } = (await add(report())).body.data;
    expect((await client.raw({ method: 'DELETE', path: '/api/v1/sandbox/control/world' })).status).toBe(200);
    expect(await list()).toMatchObject([{ id }]);
    const other = await sandbox.tenant();
    expect(await list(other)).toEqual([]);
    expect(outcomeOf(await other.get(`${EXPLORATIONS}/${id}`))).toBe('404 EXPLORATION_NOT_FOUND');
  });

  it('are limited to the last 20', async () => {
    const ids = [];
    for (let added = 0; added < 21; added++) ids.push((await add(report())).body.data.id);
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual(ids.slice(1).toReversed());
    expect(outcomeOf(await client.get(`${EXPLORATIONS}/${ids[0]}`))).toBe('404 EXPLORATION_NOT_FOUND');
  });

  it('accept 500 steps and 5,000 plans', async () => {
    const plans = Array.from({ length: 5_000 }, () => ({ plan: 'buy', result: 'idle', duration: 1 }));
    const story = Array.from({ length: 500 }, () => STEP);
    expect((await add(report({ plans, findings: [{ ...FINDING, story }] }))).status).toBe(201);
  });

  it.each([
    ['plans', { plans: Array.from({ length: 5_001 }, () => ({ plan: 'buy', result: 'idle', duration: 1 })) }],
    ['findings.0.story', { findings: [{ ...FINDING, story: Array.from({ length: 501 }, () => STEP) }] }],
    ['findings', { findings: Array.from({ length: 101 }, () => FINDING) }],
    ['findings.0.told', { findings: [{ ...FINDING, told: 'a\0b' }] }],
    ['plans.0.result', { plans: [{ plan: 'buy', result: 'unknown', duration: 1 }] }],
    ['unknown', { unknown: 1 }],
  ])('are refused with invalid %s', async (field, members) => {
    const refused = await add(report(members));
    expect(outcomeOf(refused)).toBe('422 VALIDATION_FAILED');
    expect(refused.body.error.details).toMatchObject([{ field }]);
  });

  it('are refused when they are larger than 1 MiB', async () => {
    expect(outcomeOf(await add(report({ world: 'x'.repeat(1_048_576) })))).toBe('413 PAYLOAD_TOO_LARGE');
  });
});

describe('the explorations of a tenant in the portal', () => {
  it('can be read by its developers', async () => {
    const { id } = (await add(report({ findings: [FINDING] }))).body.data;
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    const path = `tenants/${client.tenant.slug}/explorations`;
    expect((await developer.get(path)).body.data.explorations).toMatchObject([{ id, scenarios: 12 }]);
    expect((await developer.get(`${path}/${id}`)).body.data).toMatchObject({ id, findings: [FINDING] });
    expect(outcomeOf(await developer.get(`${path}/exp_1`))).toBe('404 EXPLORATION_NOT_FOUND');
  });
});
