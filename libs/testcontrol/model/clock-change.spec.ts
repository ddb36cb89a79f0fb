import fc from 'fast-check';
import { businessTime, ValidationFailed } from '#platform/model';
import { advanceRequest, resolve, settingRequest } from './clock-change.js';
import { ClockBackwards } from './errors.js';

const real = new Date('2027-01-01T00:00:00Z');
const now = businessTime('2028-01-01T00:00:00Z');
const frozen = { mode: 'frozen', now, real } as const;

describe('resolve', () => {
  it.each([
    ['real', 'running'],
    ['running', 'running'],
    ['frozen', 'frozen'],
  ] as const)('advances a %s clock, which is %s afterwards', (mode, after) => {
    const target = businessTime('2029-01-01T00:00:00Z');
    for (const request of [{ by: 'P1Y' }, { to: target }])
      expect(resolve(request, { mode, now, real })).toEqual({ mode: after, target });
  });

  it('sets a clock to its present time by default, and a real one to real time', () => {
    expect(resolve({ mode: 'running' }, frozen)).toEqual({ mode: 'running', target: now });
    expect(resolve({ mode: 'real' }, frozen)).toEqual({ mode: 'real', target: businessTime(real) });
  });

  it('never sets the clock back, or more than 20 years ahead of real time', () => {
    const latest = Date.parse('2047-01-01T00:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 * latest }), ms => {
        const work = () => resolve({ to: businessTime(ms) }, frozen).target.getTime();
        if (ms < now.getTime()) expect(work).toThrow(ClockBackwards);
        else if (ms > latest) expect(work).toThrow(ValidationFailed);
        else expect(work()).toBe(ms);
      }),
    );
  });
});

describe('the request for a change', () => {
  it('needs exactly one of by and to, and no time with the mode real', () => {
    expect(() => advanceRequest({})).toThrow(ValidationFailed);
    expect(() => advanceRequest({ by: 'P1D', to: '2030-01-01T00:00:00Z' })).toThrow(ValidationFailed);
    expect(() => settingRequest({ mode: 'real', now: '2030-01-01T00:00:00Z' })).toThrow(ValidationFailed);
    expect(advanceRequest({ by: 'P1D' })).toEqual({ by: 'P1D' });
    expect(settingRequest({ mode: 'frozen' })).toEqual({ mode: 'frozen' });
  });
});
