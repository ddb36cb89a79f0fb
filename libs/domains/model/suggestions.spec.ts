import fc from 'fast-check';
import { DomainName } from './domain-name.js';
import { availabilityOf } from './availability.js';
import { candidatesFor, MOST_CANDIDATES } from './suggestions.js';
import { domainNames } from './testing/names.js';

const namesFor = (text: string) => candidatesFor(DomainName.parse(text)).map(({ unicode }) => unicode);

describe('What is offered in place of a name', () => {
  it('is the same label elsewhere first, then variants of it', () => {
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

  it('begins with the neighbours where the TLD has some', () => {
    expect(namesFor('example.org.uk').slice(0, 3)).toEqual(['example.com', 'example.uk', 'example.co.uk']);
  });

  it('is variants only where the label is nowhere to be had', () => {
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

  it('leaves out or runs together the word that makes a label taken or premium', () => {
    expect(namesFor('acme-taken.io').slice(0, 2)).toEqual(['acmetaken.io', 'acme.io']);
    expect(namesFor('premium-garden-tools.shop').slice(0, 2)).toEqual(['premiumgardentools.shop', 'garden-tools.shop']);
  });

  it('varies an IDN in its own letters', () => {
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
    ['nothing but telling words', 'premium-taken-registered.com'],
  ])('is at least eight names for %s', (_, text) => {
    expect(namesFor(text).length).toBeGreaterThanOrEqual(8);
  });

  it('is good names, available by the catalogue, never the one asked for, none twice, at least five, at most twelve', () => {
    fc.assert(
      fc.property(domainNames(), name => {
        const candidates = candidatesFor(name);
        for (const candidate of candidates) {
          expect(DomainName.parse(candidate.name)).toEqual(candidate);
          expect(availabilityOf(candidate)).toBe('available');
          expect(candidate.name).not.toBe(name.name);
        }
        expect(new Set(candidates.map(String)).size).toBe(candidates.length);
        expect(candidates.length).toBeGreaterThanOrEqual(5);
        expect(candidates.length).toBeLessThanOrEqual(MOST_CANDIDATES);
      }),
      { numRuns: 200 },
    );
  });

  it('is the same every time', () => {
    fc.assert(fc.property(domainNames(), name => expect(candidatesFor(name)).toEqual(candidatesFor(name))));
  });
});
