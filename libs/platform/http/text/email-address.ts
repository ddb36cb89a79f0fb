import { isEmail } from 'class-validator';
import { normalizePlain, normalizeUts46 } from './host-name.js';

/** RFC 5321, section 4.5.3.1, in octets of UTF-8; 254 is the path without its angle brackets. */
export const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;

/** Invisible characters except the space, which quoted local parts can contain. */
const INVISIBLE = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** Zero-width joiners, which some scripts need. In domains, IDNA has rules for them. */
const JOINERS = /[\u200C\u200D]/g;

/**
 * Whether a text is an email address: a local part (RFC 5321, or RFC 6531 with characters of any script), `@`, and a host
 * name (IDNA 2008, as U-label or A-label).
 */
export function isEmailAddress(text: string, { requireTld = true } = {}): boolean {
  const at = text.lastIndexOf('@');
  const [local, host] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (Buffer.byteLength(text) > MAX_EMAIL_LENGTH || Buffer.byteLength(local) > MAX_LOCAL_PART_LENGTH) return false;
  if (INVISIBLE.test(local + host.replace(JOINERS, ''))) return false;
  const name = normalizePlain(host) ?? normalizeUts46(host);
  // class-validator does not know the characters of RFC 6531 beyond the BMP.
  return (
    name !== undefined && isEmail(`${local.replace(/[^\0-\x7f]/gu, 'x')}@${name.ascii}`, { require_tld: requireTld })
  );
}
