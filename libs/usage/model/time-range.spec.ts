import { rangeBefore, rangeOf, stepsOf } from './time-range.js';

const NOW = new Date('2026-11-21T08:15:30.500Z');
const range = (from?: string, to?: string) => {
  const { step, ...found } = rangeOf({ from, to }, NOW);
  return `${found.from.toISOString()} ${found.to.toISOString()} ${step}`;
};

describe('rangeOf', () => {
  it('returns the last day in hours by default', () => {
    expect(range()).toBe('2026-11-20T08:00:00.000Z 2026-11-21T09:00:00.000Z hour');
    expect(stepsOf(rangeOf({}, NOW))).toHaveLength(25);
  });

  it('uses seconds for at most five minutes within the log', () => {
    expect(range('2026-11-21T08:10:30.5Z')).toBe('2026-11-21T08:10:30.000Z 2026-11-21T08:15:31.000Z second');
    expect(range('2026-11-21T08:10:30.4Z')).toMatch(/minute$/);
    expect(range('2026-10-22T10:00:00Z', '2026-10-22T10:00:01Z')).toMatch(/second$/);
    expect(range('2026-10-22T09:00:00Z', '2026-10-22T09:00:01Z')).toMatch(/hour$/);
  });

  it('uses minutes for short recent ranges', () => {
    expect(range('2026-11-21T07:15:30Z')).toBe('2026-11-21T07:15:00.000Z 2026-11-21T08:16:00.000Z minute');
    expect(range('2026-11-01T07:15:30Z', '2026-11-01T08:00:00Z')).toMatch(/T07:00:00.000Z .*T08:00:00.000Z hour$/);
  });

  it('uses hours when the first minutes may have been removed', () => {
    expect(range('2026-11-14T08:15:45Z', '2026-11-14T09:00:00Z')).toMatch(/hour$/);
    expect(range('2026-11-14T09:16:00Z', '2026-11-14T10:00:00Z')).toMatch(/minute$/);
  });

  it('uses days for long ranges', () => {
    expect(range('2026-10-21T12:00:00+02:00')).toBe('2026-10-21T00:00:00.000Z 2026-11-22T00:00:00.000Z day');
  });

  it.each([
    ['2026-11-21T08:15:30.500Z', undefined],
    ['2026-11-22T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['2026-08-01T00:00:00Z', undefined],
    ['9999-12-30T00:00:00Z', '9999-12-31T00:00:01Z'],
  ])('rejects the range from %s to %s', (from, to) => {
    expect(() => rangeOf({ from, to }, NOW)).toThrow(expect.objectContaining({ code: 'INVALID_RANGE' }));
  });
});

describe('rangeBefore', () => {
  const before = (from: string, now: string) => {
    const at = new Date(now);
    const { step, ...found } = rangeBefore(rangeOf({ from }, at), at);
    return `${found.from.toISOString()} ${found.to.toISOString()} ${step}`;
  };

  it('is as long as the range until now, to a step', () => {
    expect(before('2026-11-21T07:15:20Z', '2026-11-21T08:15:20Z')).toBe(
      '2026-11-21T06:15:00.000Z 2026-11-21T07:15:00.000Z minute',
    );
    expect(before('2026-11-20T08:20:00Z', '2026-11-21T08:20:00Z')).toBe(
      '2026-11-19T08:00:00.000Z 2026-11-20T08:00:00.000Z hour',
    );
    expect(before('2026-11-20T08:40:00Z', '2026-11-21T08:40:00Z')).toBe(
      '2026-11-19T07:00:00.000Z 2026-11-20T08:00:00.000Z hour',
    );
  });
});
