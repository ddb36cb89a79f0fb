import fc from 'fast-check';
import { OwnHost, type TxtResult } from './own-host.js';

const HOUR = 3_600_000;
const START = new Date('2026-11-22T12:00:00Z');
const after = (hours: number, from = START) => new Date(from.getTime() + hours * HOUR);

const newHost = () => OwnHost.add('ten_1', 'shop.example.com', START);

function verified(): OwnHost {
  const host = newHost();
  host.applyCheck('found', false, START);
  return host;
}

const hoursUntilCheck = ({ checkAt }: OwnHost, at: Date) =>
  checkAt === null ? null : (checkAt.getTime() - at.getTime()) / HOUR;

describe('schedule of checks', () => {
  it.each([
    [0, 0.05],
    [23, 0.05],
    [24, 1],
    [719, 1],
    [720, null],
  ])('of a host that is pending for %s hours: next after %s hours', (age, pause) => {
    const host = newHost();
    host.applyCheck('missing', false, after(age));
    expect(hoursUntilCheck(host, after(age))).toEqual(pause);
  });

  it('of a verified host is daily, hourly after a miss, and ends with the lapse', () => {
    const host = verified();
    expect(hoursUntilCheck(host, START)).toBe(24);
    host.applyCheck('failed', false, after(24));
    expect(hoursUntilCheck(host, after(24))).toBe(1);
    host.applyCheck('missing', false, after(95.5));
    expect(host.checkAt).toEqual(after(96));
  });

  it('of a lapsed host begins again', () => {
    const host = verified();
    host.applyCheck('missing', false, after(28));
    host.applyCheck('missing', false, after(100));
    expect([host.state, hoursUntilCheck(host, after(100))]).toEqual(['lapsed', 0.05]);
  });
});

describe('own host', () => {
  const checks = fc.array(
    fc.record({
      result: fc.constantFrom<TxtResult>('found', 'missing', 'different', 'failed'),
      isTaken: fc.boolean(),
      hours: fc.double({ min: 0.01, max: 100, noNaN: true }),
    }),
    { maxLength: 30 },
  );

  it('does not lapse by a single miss after a long pause of the worker', () => {
    for (const result of ['missing', 'different', 'failed'] as const) {
      const host = verified();
      host.applyCheck(result, false, after(100));
      expect(host.state).toBe('verified');
    }
  });

  it('is verified from a found record until it has been missing for 72 hours', () => {
    fc.assert(
      fc.property(checks, steps => {
        const host = newHost();
        let at = START;
        let missingSince: Date | null = null;
        for (const { result, isTaken, hours } of steps) {
          const { state } = host;
          at = after(hours, at);
          host.applyCheck(result, isTaken, at);
          missingSince = result === 'found' ? null : (missingSince ?? at);
          const remains = state === 'verified' && (missingSince === null || at < after(72, missingSince));
          const begins = state !== 'verified' && result === 'found' && !isTaken;
          expect(host.state === 'verified').toBe(remains || begins);
          expect(host.verifiedBy === null).toBe(host.state !== 'verified');
          expect(host.checkAt === null || host.checkAt > at).toBe(true);
        }
      }),
    );
  });

  it('does not change any more after an operator has verified it', () => {
    fc.assert(
      fc.property(checks, steps => {
        const host = newHost();
        host.verifyByOperator(START);
        const before = { ...host };
        for (const { result, isTaken } of steps) host.applyCheck(result, isTaken, after(1_000));
        expect({ ...host }).toEqual(before);
      }),
    );
  });
});
