import { isIP } from 'node:net';
import { toASCII } from 'tr46';
import { type AddressKind, kindOfAddress } from './addresses.js';
import { MAX_HOST_NAME_LENGTH } from '../http/text/label.js';
import { parseUrl } from '../http/text/url.js';

const MAX_LENGTH = 2_048;

/** Excludes characters that WHATWG's URL parser silently changes: white space, control characters and backslashes. */
const ABSOLUTE_URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s\\\p{Cc}]+$/iu;

/** A DNS label. In contrast to labels of host names, it may contain underscores. */
const DNS_LABEL = /^[a-z0-9_-]{1,63}$/;

/** Single labels, and domains reserved for private use (RFC 6761, 6762 and 8375). */
const PRIVATE_NAME = /^[^.]+$|(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

const IF_ALLOWED = 'only if WEBHOOK_ALLOW_PRIVATE_TARGETS is true';

/**
 * Validates the URL of a receiver. Returns a message that completes "<field> …", or undefined if the URL is valid. Ignores
 * surrounding spaces. Host names are resolved and checked at every connection, not here.
 */
export function problemOfTarget(given: string, { allowPrivate }: { allowPrivate: boolean }): string | undefined {
  const text = given.trim();
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  const url = ABSOLUTE_URL.test(text) ? parseUrl(text) : undefined;
  if (!url) return 'must be an absolute URL without spaces, for example https://shop.example/webhooks';
  return problemOfProtocol(url, allowPrivate) ?? problemOfParts(url, text) ?? problemOfHost(url, allowPrivate);
}

function problemOfProtocol({ protocol }: URL, allowPrivate: boolean): string | undefined {
  if (protocol === 'https:' || (protocol === 'http:' && allowPrivate)) return undefined;
  if (allowPrivate) return 'must be an https or http URL';
  return `must be an https URL${protocol === 'http:' ? `; http is accepted ${IF_ALLOWED}` : ''}`;
}

function problemOfParts({ username, password, port }: URL, text: string): string | undefined {
  if (username || password) return 'must not contain a user name or password, because URLs are displayed and logged';
  if (text.includes('#')) return 'must not contain a fragment (#), because fragments are never sent';
  if (port === '0') return 'must have a port from 1 to 65535';
  return undefined;
}

function problemOfHost({ hostname }: URL, allowPrivate: boolean): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const kind = isIP(host) === 0 ? kindOfName(host) : kindOfAddress(host);
  if (kind === undefined) return 'must have a host name of letters, digits, hyphens and inner dots';
  if (kind === 'reserved') return `must not use the reserved address ${host}`;
  if (kind === 'public' || allowPrivate) return undefined;
  return `must use a public host; ${host} is private, which is accepted ${IF_ALLOWED}`;
}

function kindOfName(host: string): AddressKind | undefined {
  if (host.length > MAX_HOST_NAME_LENGTH || !host.split('.').every(label => DNS_LABEL.test(label))) return undefined;
  // From Node.js 24 on, the URL parser accepts A-labels that are not valid Punycode.
  if (toASCII(host) === null) return undefined;
  return PRIVATE_NAME.test(host) ? 'private' : 'public';
}
