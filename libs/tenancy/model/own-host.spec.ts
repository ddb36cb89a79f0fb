import fc from 'fast-check';
import { OwnHost, type TxtResult } from './own-host.js';

const HOUR = 3_600_000;
const START = new Date('2026-11-22T12:00:00Z');
const after = (hours: number, from = START) => new Date(from.getTime() + hours * HOUR);

const newHost = () => OwnHost.add('ten_1', 'shop.example.com', START);

function verified(): OwnHost {
  const host = newHost();
  host.applyCheck('found', START);
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
    host.applyCheck('missing', after(age));
    expect(hoursUntilCheck(host, after(age))).toEqual(pause);
  });

  it('of a verified host is daily, hourly after a miss, and ends with the lapse', () => {
    const host = verified();
    expect(hoursUntilCheck(host, START)).toBe(24);
    host.applyCheck('failed', after(24));
    expect(hoursUntilCheck(host, after(24))).toBe(1);
    host.applyCheck('missing', after(95.5));
    expect(host.checkAt).toEqual(after(96));
  });

  it('of a lapsed host begins again', () => {
    const host = verified();
    host.applyCheck('missing', after(28));
    host.applyCheck('missing', after(100));
    expect([host.state, hoursUntilCheck(host, after(100))]).toEqual(['lapsed', 0.05]);
  });
});

describe('own host', () => {
  const checks = fc.array(
    fc.record({
      result: fc.constantFrom<TxtResult>('found', 'missing', 'different', 'failed'),
      hours: fc.double({ min: 0.01, max: 100, noNaN: true }),
    }),
    { maxLength: 30 },
  );

  it('does not lapse by a single miss after a long pause of the worker', () => {
    for (const result of ['missing', 'different', 'failed'] as const) {
      const host = verified();
      host.applyCheck(result, after(100));
      expect(host.state).toBe('verified');
    }
  });

  it('is verified from a found record until it has been missing for 72 hours', () => {
    fc.assert(
      fc.property(checks, steps => {
        const host = newHost();
        let at = START;
        let missingSince: Date | null = null;
        for (const { result, hours } of steps) {
          const { state } = host;
          at = after(hours, at);
          host.applyCheck(result, at);
          missingSince = result === 'found' ? null : (missingSince ?? at);
          const remains = state === 'verified' && (missingSince === null || at < after(72, missingSince));
          const begins = state !== 'verified' && result === 'found';
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
        for (const { result } of steps) host.applyCheck(result, after(1_000));
        expect({ ...host }).toEqual(before);
      }),
    );
  });

  describe('with two tenants', () => {
    const lookups = fc.array(
      fc.record({
        by: fc.nat(1),
        records: fc.tuple(fc.boolean(), fc.boolean()),
        late: fc.boolean(),
        fails: fc.boolean(),
      }),
      { maxLength: 30 },
    );

    it('has at most one owner, which changes only for a record that appeared or is alone', () => {
      fc.assert(
        fc.property(lookups, fc.boolean(), (steps, byHand) => {
          const hosts = [newHost(), newHost()] as const;
          if (byHand) hosts[0].verifyByOperator(START);
          const seen = [false, false];
          for (const [index, { by, records, late, fails }] of steps.entries()) {
            const at = after(index + 1);
            const [host, other] = [hosts[by]!, hosts[1 - by]!];
            const owner = other.state === 'verified' ? other : undefined;
            const lookedUpAt = late ? at : START;
            const rival = owner && { owner, isProved: records[1 - by]!, lookedUpAt };
            host.applyCheck(fails ? 'failed' : records[by] ? 'found' : 'missing', at, rival);
            expect(hosts.filter(({ state }) => state === 'verified').length).toBeLessThan(2);
            if (owner && host.state === 'verified') {
              expect(records[by]).toBe(true);
              expect(late && (!seen[by] || !records[1 - by])).toBe(true);
              expect(owner).toMatchObject({ state: 'lapsed', verifiedBy: null, problem: 'taken' });
              seen[1 - by] = records[1 - by]!;
            }
            if (!fails) seen[by] = records[by]!;
          }
        }),
      );
    });
  });
});
