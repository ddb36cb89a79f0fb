import { alternativesTo, CURRENCIES, deepestTld, POPULAR_TLDS, reservedNames, tlds } from './catalogue.js';

describe('The catalogue', () => {
  it('has more than sixty TLDs, second-level ones and their parents among them', () => {
    expect(tlds.size).toBeGreaterThanOrEqual(60);
    const seconds = [
      'co.uk',
      'org.uk',
      'me.uk',
      'com.au',
      'net.au',
      'co.nz',
      'co.za',
      'com.br',
      'co.jp',
      'co.in',
      'com.mx',
    ];
    for (const tld of ['com', 'uk', 'au', 'nz', 'in', 'mx', ...seconds]) expect([...tlds.keys()]).toContain(tld);
    expect(deepestTld).toBe(2);
  });

  it('spells every suffix in plain lower-case letters, which the rules of names count on', () => {
    for (const tld of tlds.keys()) expect(tld).toMatch(/^[a-z]{2,}(\.[a-z]{2,})?$/);
  });

  it('prices everything in whole, positive cents, within what a market would pay', () => {
    for (const prices of tlds.values()) {
      for (const cents of prices) {
        expect(Number.isInteger(cents)).toBe(true);
        expect(cents).toBeGreaterThanOrEqual(100);
        expect(cents).toBeLessThanOrEqual(20_000);
      }
    }
  });

  it('has whole rates for all its currencies and takes the dollar at par', () => {
    expect(CURRENCIES.USD.per10000Usd).toBe(10_000);
    for (const { per10000Usd } of Object.values(CURRENCIES)) expect(Number.isInteger(per10000Usd)).toBe(true);
  });

  it('keeps well-known names back, each a label in normal form, and none of documentation’s own', () => {
    expect(reservedNames.size).toBeGreaterThanOrEqual(150);
    for (const name of reservedNames) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const name of ['google', 'facebook', 'amazon', 'apple']) expect(reservedNames.has(name)).toBe(true);
    for (const name of ['example', 'test', 'demo', 'sample', 'acme']) expect(reservedNames.has(name)).toBe(false);
  });

  it('only sends people to suffixes that it sells, never back to where they came from', () => {
    expect(POPULAR_TLDS.filter(tld => !tlds.has(tld))).toEqual([]);
    for (const tld of tlds.keys()) {
      const others = alternativesTo(tld);
      expect(others).not.toContain(tld);
      expect(new Set(others).size).toBe(others.length);
      expect(others.filter(other => !tlds.has(other))).toEqual([]);
    }
  });
});
