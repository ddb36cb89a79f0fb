/** Verifies the webhooks of Nameyard (Standard Webhooks, v1). Node.js 20 or later, no dependencies. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum difference between the clocks of sender and receiver, in seconds. */
const TOLERANCE = 300;

export type Reason =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'no_signature'
  | 'wrong_signature'
  | 'invalid_body';

/** The request is not an authentic, current message: respond with 400 and ignore it. */
export class VerificationError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.name = 'VerificationError';
    this.reason = reason;
  }
}

export interface WebhookEvent {
  /** The header `webhook-id`. It is the same at each attempt; use it to detect duplicates. */
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

type HeaderSource = Headers | Record<string, string | string[] | undefined>;

/**
 * @param secrets one secret (`whsec_…`) or several; one of them must match
 * @param body the raw body, not parsed
 * @param now Unix seconds
 * @throws VerificationError with the reason; TypeError when a secret is malformed
 */
export function verify(
  secrets: string | readonly string[],
  headers: HeaderSource,
  body: Uint8Array,
  now: number = Math.floor(Date.now() / 1000),
): WebhookEvent {
  const keys = [secrets].flat().map(keyOf);
  if (keys.length === 0) throw new TypeError('at least one secret is required');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');

  if (!/^\d{1,12}$/.test(timestamp))
    throw new VerificationError('invalid_timestamp', 'webhook-timestamp must be in Unix seconds');
  if (Number(timestamp) < now - TOLERANCE) throw new VerificationError('timestamp_too_old', 'older than 5 minutes');
  if (Number(timestamp) > now + TOLERANCE)
    throw new VerificationError('timestamp_too_new', 'more than 5 minutes in the future');

  const given = signatures.split(' ').filter(signature => signature.startsWith('v1,'));
  if (given.length === 0) throw new VerificationError('no_signature', 'no signature of version v1');
  const expected = keys.map(key => {
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  if (!expected.some(wanted => given.some(signature => isEqual(wanted, signature))))
    throw new VerificationError('wrong_signature', 'no signature matches: wrong secret, or the request was changed');

  return { ...eventIn(body), id };
}

function keyOf(secret: string): Buffer {
  const [, base64] = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/.exec(secret) ?? [];
  if (base64 === undefined) throw new TypeError('a secret must be whsec_ followed by at least 24 bytes in base64');
  return Buffer.from(base64, 'base64');
}

function headerOf(headers: HeaderSource, name: string): string {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const value = entries.find(([key]) => key.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value[0] : value;
  if (!text) throw new VerificationError('missing_header', `${name} is missing`);
  return text;
}

/** Compares in constant time, except for the length, which is public. */
function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function eventIn(body: Uint8Array): Omit<WebhookEvent, 'id'> {
  try {
    const event = JSON.parse(new TextDecoder().decode(body));
    if (typeof event.type === 'string' && typeof event.data === 'object' && event.data !== null) return event;
  } catch {
    // Reported below.
  }
  throw new VerificationError('invalid_body', 'the signature is valid, but the body is not a JSON event');
}
