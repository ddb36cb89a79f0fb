import { Quota } from './quota.js';

describe('a quota', () => {
  it('accepts as many of each name as allowed, again in the next period', () => {
    const quota = new Quota(2, 60_000);
    const at = (seconds: number, name = 'a') => quota.accepts(name, seconds * 1_000);
    expect([at(0), at(30), at(59), at(59, 'b'), at(60), at(60), at(61)]).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});
