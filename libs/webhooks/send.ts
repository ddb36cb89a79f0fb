import { type Clock } from '#platform/process/clock';
import { type GuardedClient, OutgoingFailure } from '#platform/outgoing';
import { signedHeaders } from './model/signature.js';
import { judge, type Outcome, type SentHeaders, type Verdict } from './model/attempt-result.js';

/** A message to one URL, signed with each of the secrets. */
export interface Message {
  /** ID of the event, by which receivers recognize duplicates. */
  id: string;
  url: string;
  body: string;
  secrets: string[];
  /** Time of the signature; by default, now. */
  signedAt?: Date;
  /** ID of the request that caused the event, for `X-Request-Id`. */
  requestId?: string | null;
  /** `traceparent` of the request or of the attempt. */
  traceparent?: string | null;
}

/** The headers of an attempt, without `host`, `content-length` and `accept-encoding`, which the HTTP client adds. */
export const sentHeaders = (id: string, requestId: string | null, { at, sig, trace }: SentHeaders) => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': at,
  'webhook-signature': sig,
  ...(requestId !== null && { 'x-request-id': requestId }),
  ...(trace !== undefined && { traceparent: trace }),
});

/** Sends a signed message once and evaluates the response. */
export async function send(
  { id, url, body, secrets, signedAt, requestId, traceparent }: Message,
  client: GuardedClient,
  clock: Clock,
  signal: AbortSignal,
): Promise<Verdict> {
  const signature = signedHeaders(secrets, { id, body, at: signedAt ?? clock.now() });
  const { 'webhook-timestamp': at, 'webhook-signature': sig } = signature;
  const sent = { at, sig, ...(traceparent && { trace: traceparent }) };
  const headers = sentHeaders(id, requestId ?? null, sent);
  const outcome = await post({ url, headers, body, signal }, client);
  return { ...judge(outcome, clock.now()), sent };
}

async function post(message: Parameters<GuardedClient['post']>[0], client: GuardedClient): Promise<Outcome> {
  try {
    const { status, body, headers } = await client.post(message);
    return { status, answer: body, retryAfter: headers['retry-after'] };
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    const { reason, message: explanation, cause } = error;
    return reason === 'failed' ? { reason, explanation, cause } : { reason, explanation };
  }
}
