import fc from 'fast-check';
import { businessTime } from '#platform/model';
import { TenantClock } from './tenant-clock.js';

const DAY_MS = 86_400_000;
const real = new Date('2027-01-01T00:00:00Z');
const later = new Date(real.getTime() + 1_000);
const ahead = businessTime('2030-01-01T00:00:00Z');

let clock: TenantClock;
beforeEach(() => void (clock = TenantClock.real('tenant', real)));

describe('a clock', () => {
  it('shows real time, stands still, or runs at the speed of real time', () => {
    expect(clock.now(later)).toEqual(businessTime(later));
    clock.freeze(ahead);
    expect(clock.now(later)).toEqual(ahead);
    clock.run(ahead, real);
    expect(clock.now(later).getTime() - ahead.getTime()).toBe(1_000);
    clock.followRealTime(later);
    expect(clock.now(later)).toEqual(businessTime(later));
  });

  it('is not checked while it is frozen', () => {
    clock.freeze(ahead);
    clock.scheduleCheck(ahead, real);
    expect([clock.checkAt, clock.isCheckDue(later)]).toEqual([null, false]);
  });

  it('is checked when the next event is due, or after a day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 * DAY_MS }), fc.nat({ max: 1e11 }), (untilDue, offset) => {
        clock.run(businessTime(real.getTime() + offset), real);
        const due = businessTime(real.getTime() + offset + untilDue);
        clock.scheduleCheck(due, real);
        const wait = Math.min(untilDue, DAY_MS);
        expect(clock.checkAt!.getTime() - real.getTime()).toBe(wait);
        expect(clock.isCheckDue(new Date(real.getTime() + wait - 1))).toBe(false);
        expect(clock.isCheckDue(new Date(real.getTime() + wait))).toBe(true);
      }),
    );
  });

  it('has real time and no change in progress after a reset, and nothing due before', () => {
    clock.freeze(ahead);
    clock.changeId = 'clk_1';
    clock.reset(later);
    expect(clock).toMatchObject({
      mode: 'real',
      frozenAt: null,
      offsetMs: 0,
      changeId: null,
      checkAt: later,
      resetAt: later,
    });
    expect(clock.cursorTime).toEqual(businessTime(later));
  });
});
