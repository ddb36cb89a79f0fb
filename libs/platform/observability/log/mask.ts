import { maskCardNumbers } from '../../http/text/card-number.js';

const TOKENS = /((?:ny_[a-z]+|ticket)_[\w-]{4})[\w-]+/g;
const WEBHOOK_SECRETS = /(whsec_[\w+/]{4})[\w+/=]+/g;
const URL_PASSWORDS = /(:\/\/[^:@/\s]*:)[^@/\s]+@/g;

/** Masks keys, tokens, webhook secrets, and passwords in URLs, anywhere in a text. */
export const maskTokens = (text: string): string =>
  text.replace(TOKENS, '$1***').replace(WEBHOOK_SECRETS, '$1***').replace(URL_PASSWORDS, '$1***@');

/** Matches paths that may contain a secret: card numbers have at least 13 digits, tokens are longer, `%` may encode both. */
const MAYBE_SECRET = /%|[\w.+-]{13}/;

/** Masks tokens, keys and card numbers in a path, also in their percent-encoded form. */
export const maskPath = (path: string): string =>
  MAYBE_SECRET.test(path) ? path.split('/').map(maskSegment).join('/') : path;

function maskSegment(segment: string): string {
  const text = decodePart(segment);
  const masked = maskCardNumbers(maskTokens(text));
  if (masked !== text) return masked;
  return isOpaque(text) ? `${text.slice(0, 4)}***` : segment;
}

/** Tokens of links and sessions are 22 random characters or more. IDs, which have a prefix, are no secrets. */
const isOpaque = (text: string): boolean =>
  /^[\w-]{22,}$/.test(text) && !/^[a-z]{2,5}_/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);

/** Decodes a percent-encoded part of a URL. Control characters become spaces, because PostgreSQL rejects NUL in texts. */
export function decodePart(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part).replace(/\p{Cc}/gu, ' ');
  } catch {
    return part;
  }
}
