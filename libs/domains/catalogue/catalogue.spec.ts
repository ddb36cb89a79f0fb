import { alternativesTo, CURRENCIES, MAX_TLD_LABELS, reservedNames, tlds } from './catalogue.js';
import { POPULAR_TLDS } from './tlds.js';

describe('the catalogue', () => {
  it('has at least sixty TLDs, with second-level TLDs and their parents', () => {
    expect(tlds.size).toBeGreaterThanOrEqual(60);
    const secondLevel = [
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
    for (const tld of ['com', 'uk', 'au', 'nz', 'in', 'mx', ...secondLevel]) expect([...tlds.keys()]).toContain(tld);
    expect(MAX_TLD_LABELS).toBe(2);
  });

  it('contains only TLDs in lower-case ASCII letters, as DomainName requires', () => {
    for (const tld of tlds.keys()) expect(tld).toMatch(/^[a-z]{2,}(\.[a-z]{2,})?$/);
  });

  it('has list prices in whole cents between 1 and 200 dollars', () => {
    for (const prices of tlds.values()) {
      for (const cents of prices) {
        expect(Number.isInteger(cents)).toBe(true);
        expect(cents).toBeGreaterThanOrEqual(100);
        expect(cents).toBeLessThanOrEqual(20_000);
      }
    }
  });

  it('has an integer rate for each currency and a rate of 1 for US dollars', () => {
    expect(CURRENCIES.USD.per10000Usd).toBe(10_000);
    for (const { per10000Usd } of Object.values(CURRENCIES)) expect(Number.isInteger(per10000Usd)).toBe(true);
  });

  it('reserves well-known names in normal form, but no names that documentation uses', () => {
    expect(reservedNames.size).toBeGreaterThanOrEqual(150);
    for (const name of reservedNames) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const name of ['google', 'facebook', 'amazon', 'apple']) expect(reservedNames.has(name)).toBe(true);
    for (const name of ['example', 'test', 'demo', 'sample', 'acme']) expect(reservedNames.has(name)).toBe(false);
  });

  it('suggests only TLDs that it sells, each once, and never the original', () => {
    expect(POPULAR_TLDS.filter(tld => !tlds.has(tld))).toEqual([]);
    for (const tld of tlds.keys()) {
      const others = alternativesTo(tld);
      expect(others).not.toContain(tld);
      expect(new Set(others).size).toBe(others.length);
      expect(others.filter(other => !tlds.has(other))).toEqual([]);
    }
  });
});
