import fc from 'fast-check';
import { isTokenValue, makeTokenValue, tenantsOf } from './access-token.js';

const ids = fc.subarray(['a', 'b', 'c', 'd']);

describe('access token', () => {
  it('has a checksum that reveals mistyped values', () => {
    const value = makeTokenValue();
    expect(value).toMatch(/^ny_pat_[0-9A-Za-z]{38}$/);
    expect(isTokenValue(value)).toBe(true);
    expect(isTokenValue(value.slice(0, -1) + (value.endsWith('x') ? 'y' : 'x'))).toBe(false);
    expect(isTokenValue(value.replace('ny_pat_', 'ny_live_'))).toBe(false);
  });

  it('never opens more tenants than its person sees', () => {
    fc.assert(
      fc.property(ids, fc.option(ids), (tenantIds, limitedTo) => {
        const opened = tenantsOf({ role: 'developer', tenantIds, limitedTo });
        expect(opened).toEqual(tenantIds.filter(id => limitedTo === null || limitedTo.includes(id)));
        expect(tenantsOf({ role: 'operator', tenantIds, limitedTo })).toEqual(limitedTo ?? undefined);
      }),
    );
  });
});
