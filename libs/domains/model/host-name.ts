import { type ProcessingOptions, toASCII, toUnicode } from 'tr46';
import { LABEL, MAX_HOST_NAME_LENGTH } from '#platform/model';
import { InvalidDomain } from './errors.js';
import { faultOf } from './host-name.faults.js';

/** A host name in both of its spellings, lower case, without a trailing dot. They are equal unless it is an IDN. */
export interface HostName {
  readonly ascii: string;
  readonly unicode: string;
}

/** Longest text that is looked at, in UTF-16 units. Decoding Punycode is quadratic, and no name needs as much. */
export const LONGEST_INPUT = 1_000;

/** Longest label in its ASCII form (RFC 1035, section 2.3.4). */
const LONGEST_LABEL = 63;

/** The strict profile: non-transitional, so that `straße` stays itself, and every check that a registry would make. */
const STRICT: ProcessingOptions = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  ignoreInvalidPunycode: false,
  transitionalProcessing: false,
  useSTD3ASCIIRules: true,
};

/** Hyphens in third and fourth place mark A-labels, which must be decoded first (RFC 5891, section 4.2.3.1). */
const RESERVED_LABEL = /(?:^|\.)[^.]{2}--/;

const isPlainName = (text: string): boolean =>
  text.split('.').every(label => LABEL.test(label)) && !RESERVED_LABEL.test(text);

// The root's dot, in any of the four spellings that UTS 46 maps to a full stop.
const TRAILING_DOT = /[.\u3002\uFF0E\uFF61]$/;
const DOTS = /[.\u3002\uFF0E\uFF61]/;

/**
 * Brings a text to the normal form of a host name: trimmed, lower case, one trailing dot off, mapped by UTS 46.
 *
 * @throws InvalidDomain when it is not a host name by RFC 1123 and RFC 5891
 */
export function normalizeHostName(input: string): HostName {
  if (input.length > LONGEST_INPUT) {
    throw new InvalidDomain(
      `A domain name has at most ${MAX_HOST_NAME_LENGTH} characters; this text has ${input.length}.`,
    );
  }
  const text = input.trim().replace(TRAILING_DOT, '');
  const host = plainHostName(text) ?? mappedHostName(text);
  if (host === undefined) throw new InvalidDomain(faultOf(text));
  return host;
}

/** The short way, for names that UTS 46 would only lower-case. Undefined says nothing but "take the long way". */
export function plainHostName(text: string): HostName | undefined {
  const lower = text.toLowerCase();
  if (lower.length > MAX_HOST_NAME_LENGTH || !isPlainName(lower)) return undefined;
  return { ascii: lower, unicode: lower };
}

/** The long way, good for any text: map, normalize and validate by UTS 46. Undefined when the text is no host name. */
export function mappedHostName(text: string): HostName | undefined {
  const ascii = mappedAscii(text);
  return ascii === undefined ? undefined : { ascii, unicode: toUnicode(ascii, STRICT).domain };
}

/** The ASCII form of one label given in Unicode; undefined when the label breaks a rule or gets too long. */
export function asciiLabel(label: string): string | undefined {
  if (label.length <= LONGEST_LABEL && isPlainName(label)) return label;
  return mappedAscii(label);
}

function mappedAscii(text: string): string | undefined {
  // Not lower-cased first: JavaScript turns a final Σ into ς, the mapping table of UTS 46 makes it σ wherever it stands.
  const ascii = toASCII(text, { ...STRICT, verifyDNSLength: true });
  return ascii !== null && keepsALabels(text, ascii) ? ascii : undefined;
}

/**
 * An A-label that comes out spelt otherwise was none (RFC 5891, section 5.4). Decoders let some pass: one that spells
 * out two surrogates is decoded to the one character that they make together, which has an A-label of its own.
 */
function keepsALabels(text: string, ascii: string): boolean {
  const given = text.toLowerCase().split(DOTS);
  const made = new Set(ascii.split('.'));
  return given.every(label => !label.startsWith('xn--') || made.has(label));
}
