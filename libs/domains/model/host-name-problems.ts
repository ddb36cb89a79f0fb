import { type ProcessingOptions, toASCII, toUnicode } from 'tr46';
import { codePointOf, findForbidden } from '#platform/model';

type Check = readonly [isBroken: (mapped: string, text: string) => boolean, message: string];

const OPTIONS_WITHOUT_LENGTH: ProcessingOptions = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
};

const EMPTY_LABEL = 'Put a label of 1 to 63 characters before and after each dot.';

// The first check that matches names the problem.
const CHECKS: readonly Check[] = [
  [mapped => mapped === '', 'A domain is required, such as example.com.'],
  [mapped => /^[a-z][a-z0-9+.-]*:\/\//.test(mapped), 'Remove the scheme; send only the domain, such as example.com.'],
  // Tests the text before mapping, because UTS 46 maps ℀ to a/c.
  [
    (_mapped, text) => /[/?#\\／？＃＼]/.test(text),
    'Remove the path, query and fragment; send only the domain, such as example.com.',
  ],
  [mapped => mapped.includes('@'), 'Remove the @ and all text before it; an email address is not a domain.'],
  [mapped => /^\[.*\]/.test(mapped) || /:.*:/.test(mapped), 'An IPv6 address is not a domain.'],
  [mapped => /:\d*$/.test(mapped), 'Remove the port; send only the domain, such as example.com.'],
  [mapped => mapped.includes(':'), 'A domain must not contain a colon; remove the scheme or the port.'],
  // Tests the text before mapping, because UTS 46 maps standalone accents, such as U+00B4, to a space and a mark.
  [(_mapped, text) => /\p{White_Space}/u.test(text), 'A domain must not contain white space.'],
  [mapped => mapped.split('.').includes(''), EMPTY_LABEL],
  [mapped => mapped.includes('_'), 'A domain must not contain an underscore; use letters, digits and hyphens.'],
  [mapped => labelsOf(mapped).some(hasOuterHyphen), 'A label must not start or end with a hyphen.'],
  [
    mapped => labelsOf(mapped).some(hasReservedHyphens),
    'Only labels that start with xn-- can have hyphens as third and fourth characters.',
  ],
  [mapped => labelsOf(mapped).some(isLongAscii), 'A label must have at most 63 characters.'],
  [mapped => mapped.length > 253, 'A domain must have at most 253 characters.'],
  [
    mapped => labelsOf(mapped).some(isInvalidALabel),
    'A label that starts with xn-- must be the Punycode of a valid label.',
  ],
];

/**
 * Returns the most likely reason why a text is not a host name. Call it only for invalid texts: without a match it returns
 * a general message. Messages do not repeat the text, which can contain anything.
 */
export function problemOfHostName(text: string): string {
  const mapped = [...text].map(mapCharacter).join('').normalize('NFC');
  return (
    CHECKS.find(([isBroken]) => isBroken(mapped, text))?.[1] ??
    problemOfLabels(text, mapped) ??
    problemOfLength(mapped) ??
    problemOfDirections(mapped) ??
    'The domain contains a character that is not allowed there (UTS 46).'
  );
}

/** UTS 46 maps a full-width slash to the common one, for example, and removes soft hyphens. */
const mapCharacter = (character: string): string => toUnicode(character).domain;

function labelsOf(text: string): string[] {
  return text.split('.');
}

function isLongAscii(label: string): boolean {
  return label.length > 63 && /^[a-z0-9-]*$/.test(label);
}

function hasOuterHyphen(label: string): boolean {
  return label.startsWith('-') || label.endsWith('-');
}

function hasReservedHyphens(label: string): boolean {
  return label.startsWith('--', 2) && !label.startsWith('xn');
}

function isInvalidALabel(label: string): boolean {
  return label.startsWith('xn--') && toASCII(label, { checkHyphens: true, useSTD3ASCIIRules: true }) !== label;
}

/** Finds a forbidden character. The message names the code point that the text contains before mapping. */
function problemOfLabels(text: string, mapped: string): string | undefined {
  const nameOf = (character: string) =>
    codePointOf([...text].find(original => mapCharacter(original).includes(character)) ?? character);
  const ascii = /[\0-\x7f]/.exec(mapped.replace(/[a-z0-9.-]/g, ''))?.[0];
  if (ascii !== undefined)
    return `A domain must contain only letters, digits, hyphens and dots; ${nameOf(ascii)} is not allowed.`;
  for (const label of labelsOf(toUnicode(mapped).domain)) {
    const mark = /^\p{M}/u.exec(label)?.[0];
    if (mark !== undefined) return `A label must not start with a combining mark (${nameOf(mark)}).`;
    const found = findForbidden(label);
    if (found !== undefined) return `${nameOf(found.character)} ${found.problem} (IDNA 2008).`;
    if (toASCII(label, { checkJoiners: true }) === null && toASCII(label) !== null)
      return `${nameOf(/[\u200C\u200D]/.exec(label)![0])} is not allowed between these characters (IDNA 2008).`;
  }
  return undefined;
}

/** If the text is valid without the length checks, then a length is the problem. */
function problemOfLength(mapped: string): string | undefined {
  const ascii = toASCII(mapped, OPTIONS_WITHOUT_LENGTH);
  if (ascii === null) return undefined;
  const isLabel = labelsOf(ascii).some(label => label.length > 63);
  return isLabel
    ? 'A label must have at most 63 characters in ASCII form (xn--).'
    : 'A domain must have at most 253 characters in ASCII form (xn--).';
}

function problemOfDirections(mapped: string): string | undefined {
  const isValid = toASCII(mapped, { ...OPTIONS_WITHOUT_LENGTH, checkBidi: false }) !== null;
  return isValid ? 'A right-to-left label must not mix text directions (RFC 5893).' : undefined;
}
