import fc from 'fast-check';
import { DomainName } from './domain-name.js';
import { decide } from './availability.js';
import { candidatesFor, MAX_CANDIDATES } from './suggestions.js';
import { domainNames } from '../../../test/support/domain-names.js';

const namesFor = (text: string) => candidatesFor(DomainName.parse(text)).map(({ unicode }) => unicode);

describe('alternatives to a domain', () => {
  it('start with the same label under other TLDs, followed by variants', () => {
    expect(namesFor('example.com')).toMatchInlineSnapshot(`
      [
        "example.net",
        "example.org",
        "example.io",
        "example.app",
        "example.dev",
        "example.co",
        "example.ai",
        "example.xyz",
        "getexample.com",
        "exampleapp.com",
        "examplehq.com",
        "tryexample.com",
      ]
    `);
  });

  it('include TLDs with the same last label', () => {
    expect(namesFor('example.org.uk').slice(0, 3)).toEqual(['example.com', 'example.uk', 'example.co.uk']);
  });

  it('are only variants if the label is taken or premium', () => {
    expect(namesFor('google.dev')).toMatchInlineSnapshot(`
      [
        "getgoogle.dev",
        "googleapp.dev",
        "googlehq.dev",
        "trygoogle.dev",
        "googleonline.dev",
        "getgoogle.com",
        "googleapp.com",
        "googlehq.com",
        "trygoogle.com",
        "googleonline.com",
        "getgoogle.net",
        "googleapp.net",
      ]
    `);
    expect(namesFor('ai.com')).toContain('getai.com');
  });

  it('remove the keyword or its hyphens', () => {
    expect(namesFor('acme-taken.io').slice(0, 2)).toEqual(['acmetaken.io', 'acme.io']);
    expect(namesFor('premium-garden-tools.shop').slice(0, 2)).toEqual(['premiumgardentools.shop', 'garden-tools.shop']);
  });

  it('keep the script of an IDN', () => {
    expect(namesFor('bücher-taken.de')).toEqual(expect.arrayContaining(['bücher.de', 'getbüchertaken.de']));
    expect(namesFor('bücher.de')).toEqual(expect.arrayContaining(['bücher.com', 'getbücher.de']));
  });

  it.each([
    ['a label of 63 characters', `${'a'.repeat(63)}.com`],
    ['a taken label of 63 characters', `${'a'.repeat(57)}-taken.com`],
    ['a label of one character', 'a.com'],
    ['a label of two emoji', '💩💩.com'],
    ['a short label from right to left', 'אב.com'],
    ['a label of one Arabic letter', 'ع.com'],
    ['a well-known name', 'google.co.uk'],
    ['only keywords', 'premium-taken-registered.com'],
  ])('are at least eight for %s', (_, text) => {
    expect(namesFor(text).length).toBeGreaterThanOrEqual(8);
  });

  it('are 5 to 12 distinct, valid and available domains other than the original', () => {
    fc.assert(
      fc.property(domainNames(), name => {
        const candidates = candidatesFor(name);
        for (const candidate of candidates) {
          expect(DomainName.parse(candidate.name)).toEqual(candidate);
          expect(decide(candidate.unicodeLabel).availability).toBe('available');
          expect(candidate.name).not.toBe(name.name);
        }
        expect(new Set(candidates.map(String)).size).toBe(candidates.length);
        expect(candidates.length).toBeGreaterThanOrEqual(5);
        expect(candidates.length).toBeLessThanOrEqual(MAX_CANDIDATES);
      }),
      { numRuns: 200 },
    );
  });

  it('are the same every time', () => {
    fc.assert(fc.property(domainNames(), name => expect(candidatesFor(name)).toEqual(candidatesFor(name))));
  });
});
