import { Webhook } from 'standardwebhooks';
import type { DeliveryDetail } from '#webhooks/contract';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { RECEIVERS, UpgradedService, WAITING } from './upgraded-service.js';

/** Deliveries that the previous release was sending when its worker was killed. */
const HELD = ['held-1.com', 'held-2.com', 'held-3.com', 'held-4.com'];

/** Number of domains that each tenant registered, including those of events that were not dispatched. */
const REGISTERED = { demo: 10, second: 3, retries: 3, recovery: 4, busy: 6 };

let service: UpgradedService;
let demo: Client;

beforeAll(async () => {
  service = await UpgradedService.start();
  demo = service.clientOf('demo');
});

/** Deliveries that no longer change, apart from those of the running recovery. */
const settledOf = (slug: string): DeliveryDetail[] =>
  service.previous.tenants[slug]!.deliveries.filter(
    ({ state, event_id }) => state !== 'pending' && !service.eventIdsOf(WAITING.exhausted).includes(event_id),
  );

describe('upgrade from the previous release', () => {
  it.each(RECEIVERS)('delivers every waiting event to the receiver %s once, with its id', async name => {
    await service.expectReceived(name, WAITING[name]);
  });

  it('sends the same bodies, signed with the secrets of the previous release', () => {
    const before = Object.values(service.previous.tenants).flatMap(({ deliveries }) => deliveries);
    const bodies = new Map(before.map(({ event_id, body }) => [event_id, body]));
    for (const [id, body] of Object.entries(service.previous.undispatched)) bodies.set(id, body);
    for (const name of RECEIVERS) {
      for (const { headers, body } of service.receivers[name].received) {
        expect(body).toBe(bodies.get(headers['webhook-id']!));
        for (const secret of service.previous.receivers[name]!.secrets)
          expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
      }
    }
    expect(service.receivers.steady.received[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
  });

  it.each(Object.keys(REGISTERED))('keeps the deliveries of the tenant %s, with all attempts', async slug => {
    for (const delivery of settledOf(slug)) {
      expect(await service.get(slug, `/deliveries/${delivery.id}`)).toMatchObject(delivery);
    }
    const before = service.previous.tenants[slug]!.deliveries.map(({ id }) => id);
    const { deliveries } = await service.get(slug, '/deliveries?limit=200');
    const listed = (deliveries as DeliveryDetail[]).map(({ id }) => id).filter(id => before.includes(id));
    expect(listed).toEqual(before);
  });

  it('adds the new attempts to those of the previous release', async () => {
    for (const name of ['exhausted', 'slow'] as const) {
      for (const domain of WAITING[name]) {
        const before = service.deliveryBefore(name, domain);
        await eventually(async () => {
          const { log, ...delivery } = await service.delivery(name, domain);
          expect(delivery).toMatchObject({ state: 'delivered', attempts: before.attempts + 1, last_status: 200 });
          expect(log.slice(0, before.log.length)).toEqual(before.log);
          expect(log.map(({ number }) => number)).toEqual(log.map((_, index) => index + 1));
          expect(log.at(-1)).toMatchObject({ number: before.attempts + 1, status: 200, reason: null });
        });
      }
    }
  });

  it('records the attempts of the killed worker as lost', async () => {
    for (const domain of HELD) {
      const { attempts } = service.deliveryBefore('slow', domain);
      const { log } = await service.delivery('slow', domain);
      expect(log[attempts - 1]).toMatchObject({ number: attempts, status: null, reason: 'worker_lost' });
    }
  });

  it('keeps failed, skipped and removed deliveries unsent', async () => {
    expect(await service.delivery('exhausted', 'exhausted-1.com')).toMatchObject({ state: 'failed', attempts: 10 });
    const { state, log } = await service.delivery('removed', 'removed.com');
    expect(['pending', 'skipped']).toContain(state);
    expect(log).toEqual(service.deliveryBefore('removed', 'removed.com').log);
  });

  it('keeps receivers and their secrets', async () => {
    const before = service.previous.tenants['demo']!.receivers;
    const { receivers: after } = await service.get('demo', '/receivers');
    const constant = ({ id, url, description, events, state, off_reason, secrets, created_at }: typeof after) =>
      ({ id, url, description, events, state, off_reason, secrets, created_at }) as object;
    expect(after.map(constant)).toEqual(before.map(constant));
  });

  it('counts every registration once', async () => {
    const counted = async () => {
      const counts = Object.keys(REGISTERED).map(async slug => {
        const { ranges } = await service.get(slug, '/usage/overview');
        return [slug, ranges.week.registrations];
      });
      return Object.fromEntries(await Promise.all(counts));
    };
    await eventually(async () => expect(await counted()).toEqual(REGISTERED));
  });

  it('keeps the dead event dead, and counts it', async () => {
    const text = await service.metrics();
    const counts = [...text.matchAll(/^nameyard_\w*dead_events(?:\{.*\})? (\d+)$/gm)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    const { deliveries } = await service.get('demo', '/deliveries?limit=200');
    expect(deliveries.map(({ event_id }: DeliveryDetail) => event_id)).not.toContain(
      service.previous.events['dead.com'],
    );
  });
});

describe('retries after the upgrade', () => {
  it('continue at their place in the schedule', async () => {
    const { log, state, next_attempt_at } = await eventually(async () => {
      const delivery = await service.delivery('flaky', 'retry-due.com');
      expect(delivery).toMatchObject({ attempts: 3, sending: false });
      return delivery;
    });
    expect(log.slice(0, 2)).toEqual(service.deliveryBefore('flaky', 'retry-due.com').log);
    expect(log[2]).toMatchObject({ number: 3, trigger: 'retry', status: 500, reason: 'http_500' });
    expect(state).toBe('pending');
    // The fourth attempt is due after 2 minutes, give or take 20 %.
    const delay = Date.parse(next_attempt_at!) - Date.parse(log[2]!.started_at);
    expect(delay).toBeGreaterThan(95_000);
    expect(delay).toBeLessThan(150_000);
  });

  it('wait until they are due', async () => {
    for (const domain of ['retry-once.com', 'retry-several.com'])
      expect(await service.delivery('flaky', domain)).toMatchObject(service.deliveryBefore('flaky', domain));
  });

  it('can be sent at once', async () => {
    const { flaky } = service.receivers;
    expect(flaky.ids).toEqual(service.eventIdsOf(WAITING.flaky));
    flaky.received.length = 0;
    flaky.respondWith(200);
    await service.post('retries', `/deliveries/${service.deliveryBefore('flaky', 'retry-several.com').id}/resend`);
    await eventually(async () =>
      expect(await service.delivery('flaky', 'retry-several.com')).toMatchObject({ state: 'delivered', attempts: 4 }),
    );
    const { log } = await service.delivery('flaky', 'retry-several.com');
    expect(log.map(({ trigger }) => trigger)).toEqual(['event', 'retry', 'retry', 'resend']);
  });
});

describe('recovery after the upgrade', () => {
  it('completes the one that was running', async () => {
    const { id, since, total } = service.previous.recovery;
    await eventually(async () =>
      expect(await service.get('recovery', `/recoveries/${id}`)).toMatchObject({
        id,
        since,
        total,
        state: 'done',
        done: total,
      }),
    );
    for (const domain of WAITING.exhausted) {
      const { log } = await service.delivery('exhausted', domain);
      expect(log.at(-1)).toMatchObject({ number: 11, trigger: 'recover' });
    }
  });

  it('sends what failed and what was skipped, before the upgrade and after it', async () => {
    const domains = ['gone.com', 'skipped.com', 'removed.com', ...WAITING.steady];
    const { id } = service.previous.receivers['gone']!;
    await eventually(async () => {
      const { deliveries } = await service.get('demo', `/deliveries?receiver=${id}`);
      const states = deliveries.map(({ state }: DeliveryDetail) => state).toSorted();
      expect(states).toEqual(['failed', ...Array.from({ length: 5 }, () => 'skipped')]);
    });
    expect(service.receivers.gone.received).toEqual([]);
    await service.turnOn('gone');
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await service.post('demo', `/receivers/${id}/recover`, { since });
    await service.expectReceived('gone', domains);
  });

  it('is not started by turning a receiver on', async () => {
    await service.turnOn('paused');
    await service.post('retries', `/deliveries/${service.deliveryBefore('paused', 'retry-due.com').id}/resend`);
    await eventually(async () =>
      expect(await service.delivery('paused', 'retry-due.com')).toMatchObject({ state: 'delivered', attempts: 1 }),
    );
    expect(service.receivers.paused.ids).toEqual(service.eventIdsOf(['retry-due.com']));
    for (const domain of ['retry-once.com', 'retry-several.com'])
      expect(await service.delivery('paused', domain)).toMatchObject(service.deliveryBefore('paused', domain));
  });
});

describe('GET /events after the upgrade', () => {
  /** IDs of the events after the cursor, without the dead one. */
  async function eventsAfter(after: string): Promise<string[]> {
    const { status, body, text } = await demo.follow({ after, wait: 0 });
    if (status !== 200) throw new Error(text);
    const ids = body.data.events.map(({ id }: { id: string }) => id) as string[];
    return ids.filter(id => id !== service.previous.events['dead.com']);
  }

  it.each([
    ['beginning', 6],
    ['afterFirst', 5],
    ['afterLast', 0],
    ['present', 0],
  ] as const)('returns every event after the cursor "%s" once', async (name, dispatched) => {
    const all = [service.previous.events['delivered-1.com']!, ...service.previous.followed];
    const expected = all.slice(all.length - dispatched);
    const later = service.eventIdsOf(WAITING.steady).toSorted();
    await eventually(async () => {
      const ids = await eventsAfter(service.previous.cursors[name].encrypted);
      expect(ids.slice(0, dispatched)).toEqual(expected);
      expect(ids.slice(dispatched).toSorted()).toEqual(later);
    });
  });

  it('rejects a cursor of the previous release, which was not encrypted', async () => {
    const response = await demo.follow({ after: service.previous.cursors.present.plain, wait: 0 });
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(response.body.error.details).toMatchObject([
      { field: 'after', message: expect.stringMatching(/leave it out/) },
    ]);
  });
});

describe('registrations after the upgrade', () => {
  it('are delivered to the receivers of their tenant, and nothing is sent twice', async () => {
    const { body } = await demo.follow();
    await demo.register('upgraded.com');
    const { id } = await eventually(async () => {
      const page = await demo.follow({ after: body.data.next });
      expect(page.body.data.events).toMatchObject([{ data: { domain: 'upgraded.com' } }]);
      return page.body.data.events[0] as { id: string };
    });
    service.previous.events['upgraded.com'] = id;
    await service.clientOf('second').register('upgraded.com');
    await eventually(() => expect(service.receivers.second.received).toHaveLength(2));
    await service.expectReceived('steady', [...WAITING.steady, 'upgraded.com']);
    await service.expectReceived('filtered', [...WAITING.filtered, 'upgraded.com']);
    await eventually(() => expect(service.receivers.gone.ids).toContain(id));
    for (const name of RECEIVERS)
      expect(new Set(service.receivers[name].ids).size).toBe(service.receivers[name].received.length);
    await service.expectReceived('exhausted', WAITING.exhausted);
    await service.expectReceived('slow', WAITING.slow);
    expect(service.receivers.removed.received).toEqual([]);
  });
});

describe('log after the upgrade', () => {
  it('contains no errors', () => {
    const { stdout, stderr } = service.program;
    expect(stdout).not.toMatch(/ERROR|FATAL/);
    expect(stderr).toBe('');
  });
});
