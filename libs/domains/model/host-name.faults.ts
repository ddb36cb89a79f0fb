import { type ProcessingOptions, toASCII } from 'tr46';

type Fault = readonly [breaks: (text: string) => boolean, message: string];

// Every check but the one of lengths.
const UNMEASURED: ProcessingOptions = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
};

const EMPTY_LABEL = 'Each dot needs a label of 1 to 63 characters on both of its sides.';

// In the order in which a reader would notice them: first what makes the text another kind of thing than a name, then
// what is wrong with a label. The first that fits is told.
const FAULTS: readonly Fault[] = [
  [text => text === '', 'A domain name is needed, such as example.com.'],
  [
    text => /^[a-z][a-z0-9+.-]*:\/\//.test(text),
    'Leave the scheme out: only the domain name is needed, as in example.com.',
  ],
  [
    text => /[/?#\\]/.test(text),
    'Leave out the path, query and fragment: only the domain name is needed, as in example.com.',
  ],
  [text => text.includes('@'), 'Leave out all that stands before the @: an address is not a domain name.'],
  [text => /^\[.*\]/.test(text) || /:.*:/.test(text), 'An IPv6 address is not a domain name.'],
  [text => /:\d*$/.test(text), 'Leave the port out: only the domain name is needed, as in example.com.'],
  [text => text.includes(':'), 'A domain name has no colon; leave a scheme or a port out.'],
  [text => /\s/.test(text), 'A domain name has no white space inside.'],
  [text => labels(text).includes(''), EMPTY_LABEL],
  [text => text.includes('_'), 'A domain name has no underscore: use letters, digits and inner hyphens.'],
  [text => labels(text).some(hasOuterHyphen), 'A label must not begin or end with a hyphen.'],
  [text => labels(text).some(hasHyphensOfALabel), 'Hyphens in third and fourth place are kept for xn-- labels.'],
  [text => text.length > 253, 'A domain name has at most 253 characters.'],
  [text => labels(text).some(label => label.length > 63 && isPlain(label)), 'A label has at most 63 characters.'],
  [
    text => labels(text).some(isBrokenALabel),
    'A label that begins with xn-- must be the Punycode form of a valid label.',
  ],
  [hasForbiddenAscii, 'A domain name has only letters, digits and inner hyphens between its dots.'],
  [losesALabel, EMPTY_LABEL],
  [isTooLongInAscii, 'A label has at most 63 characters, and a name at most 253, once written in ASCII (xn--).'],
  [isMixedInDirection, 'A label that is written from right to left must not mix directions (RFC 5893).'],
];

/**
 * Says in one sentence why a text is no host name. Only for a text that was refused: it looks for the likeliest reason
 * and gives a general one when none fits. The text itself is not repeated, for it may hold anything.
 */
export function faultOf(text: string): string {
  // Compatibility forms are folded, so that a full-width slash is told as a slash.
  const folded = text.normalize('NFKC').toLowerCase();
  const fault = FAULTS.find(([breaks]) => breaks(folded));
  return fault?.[1] ?? 'The domain name holds a character that no domain name may have there (UTS 46).';
}

function labels(text: string): string[] {
  return text.split(/[.\u3002]/);
}

function isPlain(text: string): boolean {
  return /^[a-z0-9.-]*$/.test(text);
}

function hasForbiddenAscii(text: string): boolean {
  return /[\0-\x7f]/.test(text.replace(/[a-z0-9.-]/g, ''));
}

function hasOuterHyphen(label: string): boolean {
  return label.startsWith('-') || label.endsWith('-');
}

function hasHyphensOfALabel(label: string): boolean {
  return label.startsWith('--', 2) && !label.startsWith('xn');
}

function isBrokenALabel(label: string): boolean {
  return label.startsWith('xn--') && toASCII(label, { checkHyphens: true, useSTD3ASCIIRules: true }) !== label;
}

/** Characters that UTS 46 drops, such as the soft hyphen, were all that a label had. */
function losesALabel(text: string): boolean {
  return toASCII(text, UNMEASURED)?.split('.').includes('') ?? false;
}

/** All is well as soon as nobody measures. */
function isTooLongInAscii(text: string): boolean {
  return toASCII(text, UNMEASURED) !== null;
}

/** All is well as soon as nobody looks at directions. */
function isMixedInDirection(text: string): boolean {
  return toASCII(text, { ...UNMEASURED, checkBidi: false }) !== null;
}
