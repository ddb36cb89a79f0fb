import { type HostName, MAX_HOST_NAME_LENGTH, MAX_INPUT_LENGTH, normalizePlain, normalizeUts46 } from '#platform/model';
import { InvalidDomain } from './errors.js';
import { problemOfHostName } from './host-name-problems.js';

// The full stop and the characters that UTS 46 maps to it.
const TRAILING_DOT = /[.\u3002\uFF0E\uFF61]$/;

/**
 * Normalizes a host name: trims it, removes one trailing dot, and maps it by UTS 46.
 *
 * @throws InvalidDomain when it is not a host name by RFC 1123 and RFC 5891; emoji are allowed
 */
export function normalizeHostName(input: string): HostName {
  if (input.length > MAX_INPUT_LENGTH) {
    throw new InvalidDomain(
      `A domain must have at most ${MAX_HOST_NAME_LENGTH} characters; this text has ${input.length}.`,
    );
  }
  const text = input.trim().replace(TRAILING_DOT, '');
  const host = normalizePlain(text) ?? normalizeUts46(text);
  if (host === undefined) throw new InvalidDomain(problemOfHostName(text));
  return host;
}
