import { type ProcessingOptions, toASCII, toUnicode } from 'tr46';
import { findForbidden } from './idna2008.js';
import { LABEL, MAX_HOST_NAME_LENGTH } from './label.js';

/** A host name in both forms, in lower case, without a trailing dot. The forms are equal unless it is an IDN. */
export interface HostName {
  readonly ascii: string;
  readonly unicode: string;
}

/** In UTF-16 code units. Decoding Punycode takes quadratic time, so longer texts are rejected first. */
export const MAX_INPUT_LENGTH = 1_000;

/** In ASCII form (RFC 1035, section 2.3.4). */
const MAX_LABEL_LENGTH = 63;

/** All checks of UTS 46. Non-transitional, so that `straße` does not become `strasse`. */
const STRICT: ProcessingOptions = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  ignoreInvalidPunycode: false,
  transitionalProcessing: false,
  useSTD3ASCIIRules: true,
};

/** Hyphens as third and fourth characters mark A-labels, which must be decoded (RFC 5891, section 4.2.3.1). */
const RESERVED_LABEL = /(?:^|\.)[^.]{2}--/;

const isPlainName = (text: string): boolean =>
  text.split('.').every(label => LABEL.test(label)) && !RESERVED_LABEL.test(text);

// The four characters that UTS 46 maps to a full stop.
const DOT = /[.\u3002\uFF0E\uFF61]/;

/** Fast path for names that UTS 46 only converts to lower case; undefined for other texts. */
export function normalizePlain(text: string): HostName | undefined {
  const lower = text.toLowerCase();
  if (lower.length > MAX_HOST_NAME_LENGTH || !isPlainName(lower)) return undefined;
  return { ascii: lower, unicode: lower };
}

/** Maps any text by UTS 46 and validates it by IDNA 2008; undefined when it is not a host name. */
export function normalizeUts46(text: string): HostName | undefined {
  const ascii = uts46Ascii(text);
  if (ascii === undefined) return undefined;
  const unicode = toUnicode(ascii, STRICT).domain;
  return isIdna2008(unicode) ? { ascii, unicode } : undefined;
}

/** The ASCII form of one label in Unicode; undefined when the label is invalid. */
export function asciiLabel(label: string): string | undefined {
  if (label.length <= MAX_LABEL_LENGTH && isPlainName(label)) return label;
  return isIdna2008(label) ? uts46Ascii(label) : undefined;
}

/**
 * Normalizes a domain, its start, or a pattern with `*`, for a comparison with stored domains. It does not validate. Of an
 * IDN, only whole labels match.
 */
export function normalizeSearchTerm(term: string): string {
  const mapped = term.trim().split('*').map(asciiForm).join('*');
  // `example.` is the start of a domain such as `example.com`; only `example.com.` is absolute.
  const isAbsolute = mapped.endsWith('.') && mapped.indexOf('.') < mapped.length - 1;
  return isAbsolute ? mapped.slice(0, -1) : mapped;
}

const asciiForm = (text: string): string =>
  (text.length <= MAX_INPUT_LENGTH ? toASCII(text) : null) ?? text.toLowerCase();

const isIdna2008 = (name: string): boolean => name.split('.').every(label => findForbidden(label) === undefined);

function uts46Ascii(text: string): string | undefined {
  // Not lower-cased first: `toLowerCase` would turn a final Σ into ς, while UTS 46 maps it to σ.
  const ascii = toASCII(text, { ...STRICT, verifyDNSLength: true });
  return ascii !== null && keepsALabels(text, ascii) ? ascii : undefined;
}

/**
 * Whether the A-labels of the text are unchanged in ASCII form; otherwise they are invalid (RFC 5891, section 5.4). The
 * decoder accepts some invalid A-labels, such as one of two surrogates, which it joins to one character.
 */
function keepsALabels(text: string, ascii: string): boolean {
  const labels = new Set(ascii.split('.'));
  const given = text.toLowerCase().split(DOT);
  return given.every(label => !label.startsWith('xn--') || labels.has(label));
}
