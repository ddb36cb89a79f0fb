import type { Settings } from '#platform/process/config';
import { normalizeHostName } from '#domains/model';
import { InvalidHost } from '../model/errors.js';
import { MAX_OWN_HOST_LENGTH } from '../model/txt-record.js';

/** URL parsers read names as IPv4 addresses when the last label is a number (URL Standard, "ends in a number checker"). */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[\da-f]*)$/;

/**
 * Returns the name of a host that a tenant can have as its own, in lower case, with A-labels.
 * @throws InvalidHost
 */
export function parseOwnHost(text: string, settings: Settings): string {
  const name = normalize(text);
  const problem = findProblem(name, settings);
  if (problem !== undefined) throw new InvalidHost(text, problem);
  return name;
}

function findProblem(name: string, { publicHosts, storefrontDomain }: Settings): string | undefined {
  if (ENDS_IN_NUMBER.test(name)) return 'It is an IP address; use a host name such as shop.example.com.';
  if (isAtOrBelow(name, 'localhost')) return 'It is a name of the local machine.';
  if (name.length > MAX_OWN_HOST_LENGTH) return `It must have at most ${MAX_OWN_HOST_LENGTH} characters in ASCII.`;
  if (!name.includes('.')) return 'It must have at least two labels, such as shop.example.com.';
  if (publicHosts.includes(name)) return 'It is a name of the installation itself.';
  if (storefrontDomain !== undefined && isAtOrBelow(name, storefrontDomain))
    return `Names at and below ${storefrontDomain} belong to the installation.`;
  return undefined;
}

/** Whether a host name is a domain, or is below it. */
const isAtOrBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Normalizes a host name; returns other texts unchanged. */
export function normalizeOrKeep(text: string): string {
  try {
    return normalizeHostName(text).ascii;
  } catch {
    return text;
  }
}

/** @throws InvalidHost */
function normalize(text: string): string {
  try {
    return normalizeHostName(text).ascii;
  } catch (error) {
    throw new InvalidHost(text, (error as Error).message);
  }
}
