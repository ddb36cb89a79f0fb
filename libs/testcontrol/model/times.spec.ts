import { isExceeded, isSatisfied, MAX_COUNT, problemOfTimes, readTimes } from './times.js';

describe('times', () => {
  it.each([
    [undefined, { min: 1, max: Infinity }],
    [{}, { min: 1, max: Infinity }],
    [0, { min: 0, max: 0 }],
    [3, { min: 3, max: 3 }],
    [{ min: 2 }, { min: 2, max: Infinity }],
    [{ max: 2 }, { min: 1, max: 2 }],
    [{ max: 0 }, { min: 0, max: 0 }],
    [
      { min: 0, max: null },
      { min: 0, max: Infinity },
    ],
  ])('of %j expect %j', (value, expected) => {
    expect(value === undefined ? undefined : problemOfTimes(value)).toBeUndefined();
    expect(readTimes(value)).toEqual(expected);
  });

  it.each([-1, 1.5, MAX_COUNT + 1, '3', [], [1], { min: 3, max: 2 }, { min: 1, maximum: 2 }, { max: 1_001 }, true])(
    'cannot be %j',
    value => expect(problemOfTimes(value)).toMatch(/^must /),
  );

  it('are met between minimum and maximum, and exceeded above it', () => {
    const times = { min: 2, max: 3 };
    const counts = [1, 2, 3, 4];
    expect(counts.map(count => isExceeded(times, count))).toEqual([false, false, false, true]);
    expect(counts.map(count => isSatisfied(times, count))).toEqual([false, true, true, false]);
  });
});
