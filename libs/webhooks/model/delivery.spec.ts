import fc from 'fast-check';
import { type Delivery, settle } from './delivery.js';
import { WebhookTest } from '../events/webhook-test.js';
import type { Verdict } from './attempt-result.js';

const SCHEDULE = [0, 5_000, 30_000];
const NOW = new Date('2027-01-01T00:00:00Z');

const attempted = (given: Partial<Delivery> = {}): Delivery => ({
  id: 'dlv_1',
  eventId: 'evt_1',
  eventType: 'domain.registered',
  step: 0,
  trigger: 'event',
  number: 1,
  deliveredBefore: false,
  alteration: null,
  ...given,
});

const verdict = (kind: Verdict['kind'], waitMs = 0): Verdict => ({
  kind,
  status: 500,
  reason: 'http_500',
  answer: '',
  waitMs,
});

const settled = (given: Partial<Delivery>, kind: Verdict['kind'], waitMs = 0) =>
  settle(attempted(given), { verdict: verdict(kind, waitMs), startedAt: NOW, durationMs: 1.5 }, SCHEDULE, NOW);

describe('a delivery after an attempt', () => {
  it('is delivered at any step', () => {
    for (const step of [0, 1, 2, 99]) expect(settled({ step }, 'delivered').state).toBe('delivered');
  });

  it('is pending until all copies are sent, whether or not they succeed', () => {
    const alteration = { effect: 'duplicate', times: 3 } as const;
    const copy = { alteration, deliveredBefore: true };
    const next = { state: 'pending', dueAt: NOW, trigger: 'event' };
    expect(settled({ alteration }, 'delivered')).toMatchObject(next);
    expect(settled({ ...copy, number: 2 }, 'failed')).toMatchObject(next);
    expect(settled({ ...copy, number: 3 }, 'failed')).toMatchObject({ state: 'delivered', dueAt: null });
    expect(settled({ ...copy, number: 4 }, 'delivered')).toMatchObject({ state: 'delivered', dueAt: null });
  });

  it('is pending until the next step of the schedule when the attempt fails', () => {
    const { state, step, trigger, dueAt } = settled({}, 'failed');
    expect({ state, step, trigger }).toEqual({ state: 'pending', step: 1, trigger: 'retry' });
    expect(dueAt!.getTime() - NOW.getTime()).toBeGreaterThanOrEqual(4_000);
    expect(dueAt!.getTime() - NOW.getTime()).toBeLessThanOrEqual(6_000);
  });

  it('fails after the last step', () => {
    expect(settled({ step: SCHEDULE.length - 1 }, 'failed').state).toBe('failed');
  });

  it('fails immediately when the receiver is gone', () => {
    expect(settled({}, 'gone').state).toBe('failed');
  });

  it('waits at least as long as Retry-After asks, and never less than the schedule', () => {
    fc.assert(
      fc.property(fc.nat(86_400_000), waitMs => {
        const dueIn = (ms: number) => settled({}, 'failed', ms).dueAt!.getTime() - NOW.getTime();
        expect(dueIn(waitMs)).toBe(Math.max(dueIn(0), waitMs));
      }),
    );
  });

  it('is due again at the same step when the attempt was interrupted', () => {
    const given = { step: 1, trigger: 'resend' as const };
    expect(settled(given, 'interrupted')).toMatchObject({ ...given, state: 'pending', dueAt: NOW });
  });

  it('keeps the attempt', () => {
    const attempt = { number: 1, trigger: 'event', started_at: NOW.toISOString(), duration_ms: 1.5 };
    const answer = { status: 500, reason: 'http_500', answer: '' };
    expect(settled({}, 'failed').attempt).toEqual({ ...attempt, ...answer });
  });

  it('stays delivered when a resend fails', () => {
    expect(settled({ deliveredBefore: true, trigger: 'resend' }, 'failed').state).toBe('delivered');
    expect(settled({ deliveredBefore: true, trigger: 'resend' }, 'gone').state).toBe('delivered');
  });

  it('is not retried when it is a test', () => {
    expect(settled({ eventType: WebhookTest.type, trigger: 'test' }, 'failed').state).toBe('failed');
  });
});
