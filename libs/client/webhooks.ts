import { NameyardError } from './error.js';
import type { WebhookMessage } from './generated/api.js';
import { SignatureError } from './signature-error.js';

export { NameyardError } from './error.js';
export { SignatureError, type SignatureErrorReason } from './signature-error.js';

type WithId<Message> = Message extends unknown ? Message & { id: string } : never;

/**
 * A verified event; `type` tells which one. `id` is the header `webhook-id`, which is the same for all delivery attempts:
 * use it to detect duplicates. Types may be added: respond with 2xx to unknown types.
 */
export type WebhookEvent = WithId<WebhookMessage>;

/** The headers of a request, of `fetch` or Node.js. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Record<string, string | string[] | undefined>;

/** Options of `unwrap`. */
export interface UnwrapOptions {
  /** Maximum difference between the timestamp of the webhook and its arrival, in seconds (default 300). */
  toleranceSeconds?: number | undefined;
  /** Time of arrival in milliseconds since 1970 (default: `Date.now()`). */
  now?: number | undefined;
}

/**
 * Verifies a webhook and returns its event.
 *
 * @param rawBody the body as it was received, before any parser
 * @param secrets signing secrets (`whsec_…`); one of them must match, so that secrets can be rotated
 * @throws SignatureError with the reason; NameyardError if an argument is wrong, for example a malformed secret
 */
export async function unwrap(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  const keys = await Promise.all([secrets].flat().map(importKey));
  if (keys.length === 0) throw new NameyardError('At least one secret is required.');
  // NaN, for example from a missing setting, would accept webhooks of any age.
  if (!(toleranceSeconds >= 0)) throw new NameyardError('toleranceSeconds must be 0 or greater.');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  checkTimestamp(timestamp, Math.floor(now / 1_000), toleranceSeconds);

  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(signed, signatures, keys)))
    throw new SignatureError('wrong_signature', 'No signature matches: wrong secret, or the body was changed.');
  return { ...eventIn(body), id };
}

/** A `Buffer` of Node.js is a view of an ArrayBuffer that may be larger. */
function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // `instanceof` does not recognize buffers of other realms.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer);
  throw new NameyardError('rawBody must be the body as text or bytes, before it is parsed as JSON.');
}

async function importKey(secret: string): Promise<CryptoKey> {
  const [, base64] = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/.exec(secret) ?? [];
  const bytes = base64 && decode(base64);
  if (!bytes) throw new NameyardError('A secret must be whsec_ followed by at least 24 bytes in base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value[0] : value;
  if (!text) throw new SignatureError('missing_header', `The header ${name} is missing.`);
  return text;
}

/** @param now in seconds */
function checkTimestamp(timestamp: string, now: number, tolerance: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new SignatureError('invalid_timestamp', 'The header webhook-timestamp must be in Unix seconds.');
  if (Number(timestamp) < now - tolerance)
    throw new SignatureError('timestamp_too_old', `The webhook is older than ${tolerance} seconds.`);
  if (Number(timestamp) > now + tolerance)
    throw new SignatureError('timestamp_too_new', `The webhook is more than ${tolerance} seconds in the future.`);
}

/** Whether any signature matches any key. WebCrypto compares in constant time. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string, keys: CryptoKey[]): Promise<boolean> {
  const given = signatures.split(' ').filter(signature => signature.startsWith('v1,'));
  if (given.length === 0) throw new SignatureError('no_signature', 'There is no signature of version v1.');
  for (const signature of given) {
    const bytes = decode(signature.slice(3));
    // `atob` also accepts Base64 without padding, which the service never sends.
    if (!bytes || encode(bytes) !== signature.slice(3)) continue;
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, bytes, signed)) return true;
  }
  return false;
}

function eventIn(body: Uint8Array): WebhookMessage {
  try {
    const event = JSON.parse(new TextDecoder().decode(body)) as WebhookMessage;
    if (typeof event.type === 'string' && typeof event.data === 'object' && event.data !== null) return event;
  } catch {
    // Reported below.
  }
  throw new SignatureError('invalid_body', 'The signature is valid, but the body is not a JSON event.');
}

function concatenate(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const encode = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
