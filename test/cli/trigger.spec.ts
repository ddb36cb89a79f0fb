import { EVENT_TYPES } from '#webhooks';
import { TRIGGERABLE, triggerEvent } from '../../apps/cli/trigger/trigger-event.js';
import { eventsOf } from '../support/events.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;

beforeAll(async () => void (sandbox = await sharedSandbox()));

describe('nameyard trigger', () => {
  it('can trigger every event', () => {
    expect(TRIGGERABLE.toSorted()).toEqual([...EVENT_TYPES].sort());
  });

  it.each(TRIGGERABLE)('triggers %s', async type => {
    const client = await sandbox.tenant();
    const access = { baseUrl: `${sandbox.origin}/api/v1`, tenant: client.tenant.slug, apiKey: client.key.value };
    const { domain } = await triggerEvent(type, access);
    const events = await eventsOf(sandbox, client);
    expect(events.map(event => [event.type, event.body.data.domain])).toContainEqual([type, domain]);
  });
});
