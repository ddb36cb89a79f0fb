import { INVALID_CHARACTERS, parseUrl } from '#platform/model';
import type { LegalLink } from './brand.js';

/**
 * Rules of the settings, for the portal API and the command line. Each returns what a value must be, or undefined if the
 * value is valid.
 */
type Problem = string | undefined;

export const MAX_NAME_LENGTH = 60;
export const MIN_CODE_LENGTH = 4;
export const MAX_CODE_LENGTH = 64;
export const MAX_URL_LENGTH = 500;
export const MAX_LABEL_LENGTH = 40;
export const MAX_LEGAL_LINKS = 5;

const ACCENT = /^#[0-9a-f]{6}$/;

const isText = (value: unknown, min: number, max: number): value is string =>
  typeof value === 'string' &&
  value.length <= 2 * max &&
  [...value].length >= min &&
  [...value].length <= max &&
  !INVALID_CHARACTERS.test(value);

export const accentProblem = (value: unknown): Problem =>
  typeof value === 'string' && ACCENT.test(value)
    ? undefined
    : 'must be # and six hexadecimal digits, for example #3451c7';

/** An empty name means the name of the tenant. */
export const nameProblem = (value: unknown): Problem =>
  isText(value, 0, MAX_NAME_LENGTH)
    ? undefined
    : `must have at most ${MAX_NAME_LENGTH} characters, without control characters`;

export const codeProblem = (value: unknown): Problem =>
  value === '' || isText(value, MIN_CODE_LENGTH, MAX_CODE_LENGTH)
    ? undefined
    : `must have ${MIN_CODE_LENGTH} to ${MAX_CODE_LENGTH} characters, without control characters; an empty string removes it`;

const PROTOCOLS = ['https:', 'http:', 'mailto:'];

/** Without characters that URLs contain only percent-encoded (RFC 3986, appendix A), and without credentials. */
const isUrl = (value: unknown): value is string =>
  isText(value, 1, MAX_URL_LENGTH) &&
  !/[\s"<>\\^`{|}]/.test(value) &&
  /^(https?:\/\/|mailto:)[^/]/.test(value) &&
  isPublicUrl(parseUrl(value));

const isPublicUrl = (url: URL | undefined): boolean =>
  url !== undefined && PROTOCOLS.includes(url.protocol) && url.username === '' && url.password === '';

const URL_MESSAGE = `an https, http or mailto URL of at most ${MAX_URL_LENGTH} characters, for example https://shop.example/help`;

/** An empty URL removes the link. */
export const supportUrlProblem = (value: unknown): Problem =>
  value === '' || isUrl(value) ? undefined : `must be ${URL_MESSAGE}`;

export function legalLinksProblem(value: unknown): Problem {
  if (!Array.isArray(value) || value.length > MAX_LEGAL_LINKS)
    return `must be an array of at most ${MAX_LEGAL_LINKS} links`;
  for (const [index, link] of value.entries()) {
    const { label, url } = (link ?? {}) as Partial<LegalLink>;
    if (!isText(label, 1, MAX_LABEL_LENGTH))
      return `must have a label of 1 to ${MAX_LABEL_LENGTH} characters in each link; link ${index + 1} does not`;
    if (!isUrl(url)) return `must have ${URL_MESSAGE} in each link; link ${index + 1} does not`;
  }
  return undefined;
}
