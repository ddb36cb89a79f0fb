import fc from 'fast-check';
import { tlds } from '../../catalogue/catalogue.js';
import { DomainName } from '../domain-name.js';

/** A suffix of the catalogue. */
export function anyTld(): fc.Arbitrary<string> {
  return fc.constantFrom(...tlds.keys());
}

/** Any text at all: Unicode, lone surrogates, near misses of names, and far too long ones. */
export function anyText(): fc.Arbitrary<string> {
  const pieces = fc.oneof(
    fc.constantFrom(
      '.',
      '-',
      '--',
      'xn--',
      'com',
      'co.uk',
      '。',
      '://',
      ':',
      '/',
      '@',
      '[',
      '_',
      ' ',
      '\u200D',
      '\u00AD',
    ),
    fc.stringMatching(/^[a-zA-Z0-9-]{1,10}$/),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  return fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map(units => String.fromCharCode(...units)),
    fc.array(pieces, { maxLength: 12 }).map(parts => parts.join('')),
    fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), anyTld()).map(parts => parts.join('.')),
    fc
      .tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.integer({ min: 1, max: 300 }))
      .map(([s, n]) => s.repeat(n)),
  );
}

/** A label of letters, digits and inner hyphens, now and then one that the catalogue has an opinion on. */
export function plainLabels(): fc.Arbitrary<string> {
  const words = fc.constantFrom('taken', 'registered', 'premium', 'google', 'coca', 'cola', 'example', 'a', 'x1');
  return fc
    .oneof(
      fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
      fc.stringMatching(/^[a-z0-9]{1,3}$/),
      fc.stringMatching(/^[a-z0-9]{63}$/),
      fc.array(words, { minLength: 1, maxLength: 4 }).map(parts => parts.join('-')),
    )
    .filter(label => !label.startsWith('--', 2));
}

/** A label that is not ASCII, in scripts of both directions, now and then with a word that the catalogue minds. */
export function unicodeLabels(): fc.Arbitrary<string> {
  const words = fc.oneof(
    fc.stringMatching(/^[a-zäöüßéñ]{1,20}$/),
    fc.stringMatching(/^[а-яё]{1,12}$/),
    fc.stringMatching(/^[α-ω]{1,12}$/),
    fc.stringMatching(/^[一-龥]{1,6}$/),
    fc.stringMatching(/^[א-ת]{1,12}$/),
    fc.constantFrom('💩', 'taken', 'premium', 'bücher'),
  );
  return fc.array(words, { minLength: 1, maxLength: 3 }).map(parts => parts.join('-'));
}

/** Every kind of name that can be registered. */
export function domainNames(): fc.Arbitrary<DomainName> {
  return fc
    .tuple(fc.oneof(plainLabels(), unicodeLabels()), anyTld())
    .map(([label, tld]) => read(`${label}.${tld}`))
    .filter(name => name !== undefined);
}

function read(text: string): DomainName | undefined {
  try {
    return DomainName.parse(text);
  } catch {
    return undefined;
  }
}
