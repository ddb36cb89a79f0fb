import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import type { DeliveryDetail } from '#webhooks/contract';
import { startService } from '../processes/nameyard.js';
import { registerCleanup } from '../support/cleanup.js';
import { Client, HttpClient, PORTAL_DOCUMENT } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { OpenApiCheck } from '../support/openapi-check.js';
import { outcomeOf } from '../support/outcome.js';
import { temporaryFolder } from '../support/paths.js';
import { PortalClient } from '../support/portal-client.js';
import { TestReceiver } from '../support/receiver.js';
import { ENCRYPTION_KEY, loadPreviousRelease, type PreviousRelease } from './previous-release.js';

const NAMES = ['steady', 'filtered', 'gone', 'removed', 'second', 'exhausted', 'paused', 'flaky', 'slow'] as const;
type Name = (typeof NAMES)[number];

/** Covers the lease of the killed worker, 25 seconds, and the backoff of an event that a consumer could not handle. */
const DELIVERED_MS = 90_000;

/** Domains of the events that the previous release left undelivered and that are due, by receiver. */
const WAITING: Record<Name, string[]> = {
  steady: ['backoff.com', 'undispatched-1.com', 'undispatched-2.com'],
  filtered: ['backoff.com', 'undispatched-1.com', 'undispatched-2.com'],
  gone: [],
  removed: [],
  second: ['undispatched-3.com'],
  exhausted: ['exhausted-2.com', 'exhausted-3.com', 'exhausted-4.com'],
  paused: [],
  flaky: ['retry-due.com'],
  slow: ['held-1.com', 'held-2.com', 'held-3.com', 'held-4.com', 'queued.com', 'ready.com'],
};

/** Deliveries that the previous release was sending when its worker was killed. */
const HELD = ['held-1.com', 'held-2.com', 'held-3.com', 'held-4.com'];

const receivers = {} as Record<Name, TestReceiver>;
let previous: PreviousRelease;
let http: HttpClient;
let operator: PortalClient;
let demo: Client;

beforeAll(async () => {
  for (const name of NAMES) receivers[name] = await TestReceiver.start();
  receivers.flaky.respondWith(500);
  const urls = Object.fromEntries(NAMES.map(name => [name, receivers[name].url]));
  const loaded = await loadPreviousRelease(urls);
  previous = loaded.previous;
  const { origin } = await startService({
    DATABASE_URL: loaded.databaseUrl,
    DATA_DIR: temporaryFolder(),
    ENCRYPTION_KEY,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  });
  http = await connect(origin);
  operator = await new PortalClient(http, { id: '', ...previous.operator }).startSession();
  demo = clientOf('demo');
});

async function connect(origin: string): Promise<HttpClient> {
  const agent = new Agent();
  registerCleanup(() => agent.destroy());
  const documentAt = async (path: string) =>
    new OpenApiCheck(await (await request(origin + path, { dispatcher: agent })).body.json());
  return new HttpClient(origin, agent, {
    api: await documentAt('/docs/openapi.json'),
    portal: await documentAt(PORTAL_DOCUMENT),
  });
}

function clientOf(slug: string): Client {
  const { id, key } = previous.tenants[slug]!;
  return new Client(http, { id, slug }, { id: 'upgraded', value: key });
}

const idsOf = (domains: string[]): string[] => domains.map(domain => previous.events[domain]!);

/** Delivery of the previous release. */
function deliveryOf(name: Name, domain: string): DeliveryDetail {
  const { id, tenant } = previous.receivers[name]!;
  return previous.tenants[tenant]!.deliveries.find(
    each => each.receiver_id === id && each.event_id === previous.events[domain],
  )!;
}

async function get(slug: string, path: string) {
  const { status, body, text } = await operator.get(`tenants/${slug}${path}`);
  if (status !== 200) throw new Error(text);
  return body.data;
}

async function post(slug: string, path: string, body?: object) {
  const answer = await operator.post(`tenants/${slug}${path}`, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

const turnOn = async (name: Name) => {
  const { id, tenant } = previous.receivers[name]!;
  expect((await operator.patch(`tenants/${tenant}/receivers/${id}`, { state: 'on' })).status).toBe(200);
};

/** The delivery as it is now. */
const current = (name: Name, domain: string): Promise<DeliveryDetail> =>
  get(previous.receivers[name]!.tenant, `/deliveries/${deliveryOf(name, domain).id}`);

const expectReceived = (name: Name, domains: string[], timeoutMs?: number) =>
  eventually(() => expect(receivers[name].ids.toSorted()).toEqual(idsOf(domains).toSorted()), timeoutMs);

/** Deliveries that no longer change, apart from those of the running recovery. */
const settledOf = (slug: string): DeliveryDetail[] =>
  previous.tenants[slug]!.deliveries.filter(
    ({ state, event_id }) => state !== 'pending' && !idsOf(WAITING.exhausted).includes(event_id),
  );

/** Number of domains that each tenant registered, including those of events that were not dispatched. */
const REGISTERED = { demo: 10, second: 3, retries: 3, recovery: 4, busy: 6 };

describe('upgrade from the previous release', () => {
  it.each(NAMES)('delivers every waiting event to the receiver %s once, with its id', async name => {
    await expectReceived(name, WAITING[name], DELIVERED_MS);
  });

  it('sends the same bodies, signed with the secrets of the previous release', () => {
    const before = Object.values(previous.tenants).flatMap(({ deliveries }) => deliveries);
    const bodies = new Map(before.map(({ event_id, body }) => [event_id, body]));
    for (const [id, body] of Object.entries(previous.undispatched)) bodies.set(id, body);
    for (const name of NAMES) {
      for (const { headers, body } of receivers[name].received) {
        expect(body).toBe(bodies.get(headers['webhook-id']!));
        for (const secret of previous.receivers[name]!.secrets)
          expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
      }
    }
    expect(receivers.steady.received[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
  });

  it.each(Object.keys(REGISTERED))('keeps the deliveries of the tenant %s, with all attempts', async slug => {
    for (const delivery of settledOf(slug)) {
      expect(await get(slug, `/deliveries/${delivery.id}`)).toMatchObject(delivery);
    }
    const before = previous.tenants[slug]!.deliveries.map(({ id }) => id);
    const { deliveries } = await get(slug, '/deliveries?limit=200');
    const listed = (deliveries as DeliveryDetail[]).map(({ id }) => id).filter(id => before.includes(id));
    expect(listed).toEqual(before);
  });

  it('adds the new attempts to those of the previous release', async () => {
    for (const name of ['exhausted', 'slow'] as const) {
      for (const domain of WAITING[name]) {
        const before = deliveryOf(name, domain);
        await eventually(async () => {
          const { log, ...delivery } = await current(name, domain);
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
      const { attempts } = deliveryOf('slow', domain);
      const { log } = await current('slow', domain);
      expect(log[attempts - 1]).toMatchObject({ number: attempts, status: null, reason: 'worker_lost' });
    }
  });

  it('keeps failed, skipped and removed deliveries unsent', async () => {
    expect(await current('exhausted', 'exhausted-1.com')).toMatchObject({ state: 'failed', attempts: 10 });
    const { state, log } = await current('removed', 'removed.com');
    expect(['pending', 'skipped']).toContain(state);
    expect(log).toEqual(deliveryOf('removed', 'removed.com').log);
  });

  it('keeps receivers and their secrets', async () => {
    const before = previous.tenants['demo']!.receivers;
    const { receivers: after } = await get('demo', '/receivers');
    const constant = ({ id, url, description, events, state, off_reason, secrets, created_at }: typeof after) =>
      ({ id, url, description, events, state, off_reason, secrets, created_at }) as object;
    expect(after.map(constant)).toEqual(before.map(constant));
  });

  it('counts every registration once', async () => {
    const counted = async () => {
      const counts = Object.keys(REGISTERED).map(async slug => {
        const { ranges } = await get(slug, '/usage/overview');
        return [slug, ranges.week.registrations];
      });
      return Object.fromEntries(await Promise.all(counts));
    };
    await eventually(async () => expect(await counted()).toEqual(REGISTERED));
  });

  it('keeps the dead event dead, and counts it', async () => {
    const { text } = await http.call({ method: 'GET', path: '/metrics' });
    const counts = [...text.matchAll(/^nameyard_\w*dead_events(?:\{.*\})? (\d+)$/gm)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    const { deliveries } = await get('demo', '/deliveries?limit=200');
    expect(deliveries.map(({ event_id }: DeliveryDetail) => event_id)).not.toContain(previous.events['dead.com']);
  });
});

describe('retries after the upgrade', () => {
  it('continue at their place in the schedule', async () => {
    const { log, state, next_attempt_at } = await eventually(async () => {
      const delivery = await current('flaky', 'retry-due.com');
      expect(delivery).toMatchObject({ attempts: 3, sending: false });
      return delivery;
    });
    expect(log.slice(0, 2)).toEqual(deliveryOf('flaky', 'retry-due.com').log);
    expect(log[2]).toMatchObject({ number: 3, trigger: 'retry', status: 500, reason: 'http_500' });
    expect(state).toBe('pending');
    // The fourth attempt is due after 2 minutes, give or take 20 %.
    const delay = Date.parse(next_attempt_at!) - Date.parse(log[2]!.started_at);
    expect(delay).toBeGreaterThan(95_000);
    expect(delay).toBeLessThan(150_000);
  });

  it('wait until they are due', async () => {
    for (const domain of ['retry-once.com', 'retry-several.com'])
      expect(await current('flaky', domain)).toMatchObject(deliveryOf('flaky', domain));
  });

  it('can be sent at once', async () => {
    receivers.flaky.received.length = 0;
    receivers.flaky.respondWith(200);
    await post('retries', `/deliveries/${deliveryOf('flaky', 'retry-several.com').id}/resend`);
    await eventually(async () =>
      expect(await current('flaky', 'retry-several.com')).toMatchObject({ state: 'delivered', attempts: 4 }),
    );
    const { log } = await current('flaky', 'retry-several.com');
    expect(log.map(({ trigger }) => trigger)).toEqual(['event', 'retry', 'retry', 'resend']);
  });
});

describe('recovery after the upgrade', () => {
  it('completes the one that was running', async () => {
    const { id, since, total } = previous.recovery;
    await eventually(async () =>
      expect(await get('recovery', `/recoveries/${id}`)).toMatchObject({
        id,
        since,
        total,
        state: 'done',
        done: total,
      }),
    );
    for (const domain of WAITING.exhausted) {
      const { log } = await current('exhausted', domain);
      expect(log.at(-1)).toMatchObject({ number: 11, trigger: 'recover' });
    }
  });

  it('sends what failed and what was skipped, before the upgrade and after it', async () => {
    const domains = ['gone.com', 'skipped.com', 'removed.com', ...WAITING.steady];
    const { id } = previous.receivers['gone']!;
    await eventually(async () => {
      const { deliveries } = await get('demo', `/deliveries?receiver=${id}`);
      const states = deliveries.map(({ state }: DeliveryDetail) => state).toSorted();
      expect(states).toEqual(['failed', ...Array.from({ length: 5 }, () => 'skipped')]);
    });
    expect(receivers.gone.received).toEqual([]);
    await turnOn('gone');
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await post('demo', `/receivers/${id}/recover`, { since });
    await expectReceived('gone', domains);
  });

  it('is not started by turning a receiver on', async () => {
    await turnOn('paused');
    await post('retries', `/deliveries/${deliveryOf('paused', 'retry-due.com').id}/resend`);
    await eventually(async () =>
      expect(await current('paused', 'retry-due.com')).toMatchObject({ state: 'delivered', attempts: 1 }),
    );
    expect(receivers.paused.ids).toEqual(idsOf(['retry-due.com']));
    for (const domain of ['retry-once.com', 'retry-several.com'])
      expect(await current('paused', domain)).toMatchObject(deliveryOf('paused', domain));
  });
});

describe('GET /events after the upgrade', () => {
  /** IDs of the events after the cursor, without the dead one. */
  async function eventsAfter(after: string): Promise<string[]> {
    const { status, body, text } = await demo.follow({ after, wait: 0 });
    if (status !== 200) throw new Error(text);
    const ids = body.data.events.map(({ id }: { id: string }) => id) as string[];
    return ids.filter(id => id !== previous.events['dead.com']);
  }

  it.each([
    ['beginning', 6],
    ['afterFirst', 5],
    ['afterLast', 0],
    ['present', 0],
  ] as const)('returns every event after the cursor "%s" once', async (name, dispatched) => {
    const all = [previous.events['delivered-1.com']!, ...previous.followed];
    const expected = all.slice(all.length - dispatched);
    const later = idsOf(WAITING.steady).toSorted();
    await eventually(async () => {
      const ids = await eventsAfter(previous.cursors[name].encrypted);
      expect(ids.slice(0, dispatched)).toEqual(expected);
      expect(ids.slice(dispatched).toSorted()).toEqual(later);
    });
  });

  it('rejects a cursor of the previous release, which was not encrypted', async () => {
    const response = await demo.follow({ after: previous.cursors.present.plain, wait: 0 });
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
    previous.events['upgraded.com'] = id;
    await clientOf('second').register('upgraded.com');
    await eventually(() => expect(receivers.second.received).toHaveLength(2));
    await expectReceived('steady', [...WAITING.steady, 'upgraded.com']);
    await expectReceived('filtered', [...WAITING.filtered, 'upgraded.com']);
    await eventually(() => expect(receivers.gone.ids).toContain(id));
    for (const name of NAMES) expect(new Set(receivers[name].ids).size).toBe(receivers[name].received.length);
    await expectReceived('exhausted', WAITING.exhausted);
    await expectReceived('slow', WAITING.slow);
    expect(receivers.removed.received).toEqual([]);
  });
});
