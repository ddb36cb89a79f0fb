import fc from 'fast-check';
import { tlds } from '../../libs/domains/catalogue/catalogue.js';
import { DomainName } from '../../libs/domains/model/domain-name.js';

export function anyTld(): fc.Arbitrary<string> {
  return fc.constantFrom(...tlds.keys());
}

/** Any text: Unicode, lone surrogates, almost valid domains, and very long texts. */
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

/** A label of letters, digits and inner hyphens, sometimes with keywords or a reserved name. */
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

/** A label of Unicode scripts, left-to-right, right-to-left or mixed, sometimes with keywords. */
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

export function domainNames(): fc.Arbitrary<DomainName> {
  return fc
    .tuple(fc.oneof(plainLabels(), unicodeLabels()), anyTld())
    .map(([label, tld]) => tryParse(`${label}.${tld}`))
    .filter(name => name !== undefined);
}

function tryParse(text: string): DomainName | undefined {
  try {
    return DomainName.parse(text);
  } catch {
    return undefined;
  }
}
