import { parseUrl, textProblem } from '#platform/model';
import type { LegalLink } from './brand.js';

/** What a value of a setting must be; undefined if it is valid. */
type Problem = string | undefined;

export const MAX_NAME_LENGTH = 60;
const MIN_CODE_LENGTH = 4;
export const MAX_CODE_LENGTH = 64;
export const MAX_URL_LENGTH = 500;
export const MAX_LABEL_LENGTH = 40;
export const MAX_LEGAL_LINKS = 5;

const ACCENT = /^#[0-9a-f]{6}$/;

export const accentProblem = (value: unknown): Problem =>
  typeof value === 'string' && ACCENT.test(value)
    ? undefined
    : 'must be # and six hexadecimal digits, for example #3451c7';

/** An empty name means the name of the tenant. */
export const nameProblem = (value: unknown): Problem => textProblem(value, MAX_NAME_LENGTH, 0);

export function codeProblem(value: unknown): Problem {
  const problem = value === '' ? undefined : textProblem(value, MAX_CODE_LENGTH, MIN_CODE_LENGTH);
  return problem && `${problem}; an empty string removes it`;
}

/** Rejects characters that URLs must percent-encode (RFC 3986, appendix A), and credentials. */
const isUrl = (value: unknown): boolean =>
  typeof value === 'string' &&
  textProblem(value, MAX_URL_LENGTH) === undefined &&
  !/[\s"<>\\^`{|}]/.test(value) &&
  /^(https?:\/\/|mailto:)[^/]/.test(value) &&
  hasNoCredentials(parseUrl(value));

const hasNoCredentials = (url: URL | undefined): boolean => url?.username === '' && url.password === '';

const URL_MESSAGE = `an https, http or mailto URL of at most ${MAX_URL_LENGTH} characters, for example https://shop.example/help`;

/** An empty URL removes the link. */
export const supportUrlProblem = (value: unknown): Problem =>
  value === '' || isUrl(value) ? undefined : `must be ${URL_MESSAGE}`;

export function legalLinksProblem(value: unknown): Problem {
  if (!Array.isArray(value) || value.length > MAX_LEGAL_LINKS)
    return `must be an array of at most ${MAX_LEGAL_LINKS} links`;
  for (const [index, link] of value.entries()) {
    const { label, url } = (link ?? {}) as Partial<LegalLink>;
    const problem = textProblem(label, MAX_LABEL_LENGTH);
    if (problem) return `must have a label in each link; the label of link ${index + 1} ${problem}`;
    if (!isUrl(url)) return `must have a URL in each link; the URL of link ${index + 1} must be ${URL_MESSAGE}`;
  }
  return undefined;
}
