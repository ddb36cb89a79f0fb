import { isIP } from 'node:net';
import { type Reach, reachOf } from './addresses.js';
import { MAX_HOST_NAME_LENGTH } from '../names/label.js';

const LONGEST = 2_048;

/** WHATWG's parser drops tabs and line breaks and turns a backslash: what is registered must be what is called. */
const WRITTEN_OUT = /^[a-z][a-z0-9+.-]*:\/\/[^\s\\\p{Cc}]+$/iu;

/** A label as DNS holds it: wider than that of a host name, because a resolver accepts underscores. */
const DNS_LABEL = /^[a-z0-9_-]{1,63}$/;

/** A single label, and the names that are set aside for one's own machine or network (RFC 6762, 6761 and 8375). */
const PRIVATE_NAME = /^[^.]+$|(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

const WHERE_ALLOWED = 'only where WEBHOOK_ALLOW_PRIVATE_TARGETS is true';

/**
 * What is wrong with an address that a user wants called, to stand behind its name; undefined when nothing is. Spaces
 * around it do not count. A name is judged as it is written: where it leads is judged at every connection.
 */
export function problemOfTarget(given: string, { allowPrivate }: { allowPrivate: boolean }): string | undefined {
  const text = given.trim();
  if (text.length > LONGEST) return `must have at most ${LONGEST} characters`;
  if (!WRITTEN_OUT.test(text) || !URL.canParse(text)) {
    return 'must be an address such as https://shop.example/webhooks, without spaces';
  }
  const url = new URL(text);
  return problemOfProtocol(url, allowPrivate) ?? problemOfParts(url, text) ?? problemOfHost(url, allowPrivate);
}

function problemOfProtocol({ protocol }: URL, allowPrivate: boolean): string | undefined {
  if (protocol === 'https:' || (protocol === 'http:' && allowPrivate)) return undefined;
  if (allowPrivate) return 'must be an https or http address';
  return `must be an https address${protocol === 'http:' ? `; http is taken ${WHERE_ALLOWED}` : ''}`;
}

function problemOfParts({ username, password, port }: URL, text: string): string | undefined {
  if (username || password) return 'must not hold a user name or a password, for addresses are shown and logged';
  if (text.includes('#')) return 'must have no fragment, for what stands behind # is never sent';
  if (port === '0') return 'must have a port from 1 to 65535';
  return undefined;
}

function problemOfHost({ hostname }: URL, allowPrivate: boolean): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const reach = isIP(host) === 0 ? reachOfName(host) : reachOf(host);
  if (reach === undefined) return 'must have a host name of letters, digits, hyphens and inner dots';
  if (reach === 'never') return `must not lead to ${host}, where no receiver can be`;
  if (reach === 'public' || allowPrivate) return undefined;
  return `must lead to a host of the public internet, and ${host} is none; others are taken ${WHERE_ALLOWED}`;
}

function reachOfName(host: string): Reach | undefined {
  if (host.length > MAX_HOST_NAME_LENGTH || !host.split('.').every(label => DNS_LABEL.test(label))) return undefined;
  return PRIVATE_NAME.test(host) ? 'private' : 'public';
}
