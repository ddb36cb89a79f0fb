import { type Delivery, type DeliveryChange, settle } from './delivery.js';
import { freeSlotsOf, healthAfter, switchOffReason } from './health.js';
import type { Verdict } from './attempt-result.js';

const NOW = new Date('2027-01-01T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

const DELIVERY: Delivery = {
  id: 'dlv_1',
  eventId: 'evt_1',
  eventType: 'domain.registered',
  step: 0,
  trigger: 'event',
  number: 1,
  deliveredBefore: false,
  alteration: null,
};

function attempted(kind: Verdict['kind'], status: number | null = 500, startedAt = NOW): DeliveryChange {
  const reason = kind === 'delivered' ? null : kind === 'interrupted' ? 'interrupted' : `http_${status}`;
  const verdict = { kind, status, reason, answer: '', waitMs: 0 };
  return settle(DELIVERY, { verdict, startedAt, durationMs: 1 }, [0, 5_000], NOW);
}

describe('freeSlotsOf', () => {
  const slots = (failingSince: Date | null, lastSuccessAt: Date | null, slowAttempts = 0, state = 'on') =>
    freeSlotsOf({ failingSince, lastSuccessAt, slowAttempts, state });

  it('depends on the health of the receiver', () => {
    expect([slots(null, NOW), slots(null, null), slots(NOW, null), slots(NOW, daysAgo(1))]).toEqual([50, 10, 4, 4]);
  });

  it('leaves out attempts that are still running', () => {
    expect([slots(null, NOW, 20), slots(NOW, null, 4), slots(NOW, null, 30)]).toEqual([30, 0, 0]);
  });

  it('is a full batch when the receiver is off', () => {
    expect(slots(NOW, null, 30, 'off')).toBe(100);
  });
});

describe('healthAfter', () => {
  const failing = { failingSince: daysAgo(1), lastSuccessAt: null };
  const healthy = { failingSince: null, lastSuccessAt: daysAgo(1) };
  const recent = { failingSince: null, lastSuccessAt: new Date(NOW.getTime() - 9_000) };

  it('is healthy after one success among failures', () => {
    const changes = [attempted('failed'), attempted('delivered', 200)];
    expect(healthAfter(failing, changes, NOW)).toEqual({ failingSince: null, lastSuccessAt: NOW });
    expect(healthAfter(healthy, changes, NOW)).toEqual({ failingSince: null, lastSuccessAt: NOW });
  });

  it('is not written again within ten seconds of a success', () => {
    expect(healthAfter(recent, [attempted('delivered', 200)], NOW)).toBeNull();
  });

  it('is failing since the start of the first failure', () => {
    const changes = [attempted('failed'), attempted('failed', 500, daysAgo(0.5))];
    expect(healthAfter(healthy, changes, NOW)).toEqual({ ...healthy, failingSince: daysAgo(0.5) });
    expect(healthAfter(failing, changes, NOW)).toBeNull();
  });

  it('does not change when attempts are interrupted', () => {
    expect(healthAfter(healthy, [attempted('interrupted', null)], NOW)).toBeNull();
  });
});

describe('switchOffReason', () => {
  it('exists after five days without a success', () => {
    const failed = [attempted('failed')];
    expect(switchOffReason(failed, daysAgo(4.99), NOW)).toBeUndefined();
    const since = daysAgo(5);
    expect(switchOffReason(failed, since, NOW)).toEqual({ reason: `no success since ${since.toISOString()}`, since });
    expect(switchOffReason([attempted('delivered', 200)], since, NOW)).toBeUndefined();
    expect(switchOffReason(failed, null, NOW)).toBeUndefined();
  });

  it('exists at once after 410 Gone', () => {
    const changes = [attempted('delivered', 200), attempted('gone', 410)];
    expect(switchOffReason(changes, null, NOW)).toEqual({ reason: 'responded with 410 Gone', since: null });
  });
});
