import { type ProcessingOptions, toASCII } from 'tr46';

type Check = readonly [isBroken: (text: string) => boolean, message: string];

const OPTIONS_WITHOUT_LENGTH: ProcessingOptions = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
};

const EMPTY_LABEL = 'Put a label of 1 to 63 characters before and after each dot.';

// The first match is reported: texts that are not a domain at all come first, then problems of labels.
const CHECKS: readonly Check[] = [
  [text => text === '', 'A domain is required, such as example.com.'],
  [text => /^[a-z][a-z0-9+.-]*:\/\//.test(text), 'Remove the scheme; send only the domain, such as example.com.'],
  [text => /[/?#\\]/.test(text), 'Remove the path, query and fragment; send only the domain, such as example.com.'],
  [text => text.includes('@'), 'Remove the @ and all text before it; an email address is not a domain.'],
  [text => /^\[.*\]/.test(text) || /:.*:/.test(text), 'An IPv6 address is not a domain.'],
  [text => /:\d*$/.test(text), 'Remove the port; send only the domain, such as example.com.'],
  [text => text.includes(':'), 'A domain must not contain a colon; remove the scheme or the port.'],
  [text => /\s/.test(text), 'A domain must not contain white space.'],
  [text => labelsOf(text).includes(''), EMPTY_LABEL],
  [text => text.includes('_'), 'A domain must not contain an underscore; use letters, digits and hyphens.'],
  [text => labelsOf(text).some(hasOuterHyphen), 'A label must not start or end with a hyphen.'],
  [
    text => labelsOf(text).some(hasReservedHyphens),
    'Only labels that start with xn-- can have hyphens as third and fourth characters.',
  ],
  [text => text.length > 253, 'A domain must have at most 253 characters.'],
  [text => labelsOf(text).some(isLongAscii), 'A label must have at most 63 characters.'],
  [
    text => labelsOf(text).some(isInvalidALabel),
    'A label that starts with xn-- must be the Punycode of a valid label.',
  ],
  [hasForbiddenAscii, 'A domain must contain only letters, digits, hyphens and dots.'],
  [losesLabel, EMPTY_LABEL],
  [isTooLongInAscii, 'A label must have at most 63 characters, and a domain at most 253, in ASCII form (xn--).'],
  [mixesDirections, 'A right-to-left label must not mix text directions (RFC 5893).'],
];

/**
 * Returns the most likely reason why a text is not a host name. Call it only for invalid texts: without a match it returns
 * a general message. Messages do not repeat the text, which can contain anything.
 */
export function problemOfHostName(text: string): string {
  // NFKC turns compatibility characters, such as a full-width slash, into the common ones.
  const normalized = text.normalize('NFKC').toLowerCase();
  const match = CHECKS.find(([isBroken]) => isBroken(normalized));
  return match?.[1] ?? 'The domain contains a character that is not allowed there (UTS 46).';
}

function labelsOf(text: string): string[] {
  return text.split(/[.\u3002]/);
}

function isLongAscii(label: string): boolean {
  return label.length > 63 && /^[a-z0-9-]*$/.test(label);
}

function hasForbiddenAscii(text: string): boolean {
  return /[\0-\x7f]/.test(text.replace(/[a-z0-9.-]/g, ''));
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

/** Whether a label has only characters that UTS 46 removes, such as the soft hyphen. */
function losesLabel(text: string): boolean {
  return toASCII(text, OPTIONS_WITHOUT_LENGTH)?.split('.').includes('') ?? false;
}

/** Whether the text is valid when lengths are not checked. */
function isTooLongInAscii(text: string): boolean {
  return toASCII(text, OPTIONS_WITHOUT_LENGTH) !== null;
}

/** Whether the text is valid when lengths and directions are not checked. */
function mixesDirections(text: string): boolean {
  return toASCII(text, { ...OPTIONS_WITHOUT_LENGTH, checkBidi: false }) !== null;
}
