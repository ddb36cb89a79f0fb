import { type Clock } from '#platform/process/clock';
import { type GuardedClient, OutgoingFailure } from '#platform/outgoing';
import { signedHeaders } from './model/signature.js';
import { judge, type SentHeaders, type Verdict } from './model/attempt-result.js';

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

/** The headers of a past attempt, without `host`, `content-length` and `accept-encoding`, which the HTTP client adds. */
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
  const cause: Record<string, string> = {};
  if (requestId) cause['x-request-id'] = requestId;
  if (traceparent) cause['traceparent'] = traceparent;
  const signature = signedHeaders(secrets, { id, body, at: signedAt ?? clock.now() });
  const headers = { ...signature, ...cause, 'content-type': 'application/json' };
  const verdict = await judged({ url, headers, body, signal }, client, clock);
  const { 'webhook-timestamp': at, 'webhook-signature': sig } = signature;
  return { ...verdict, sent: { at, sig, ...(traceparent && { trace: traceparent }) } };
}

async function judged(
  message: Parameters<GuardedClient['post']>[0],
  client: GuardedClient,
  clock: Clock,
): Promise<Verdict> {
  try {
    const reply = await client.post(message);
    const outcome = { status: reply.status, answer: reply.body, retryAfter: reply.headers['retry-after'] };
    return judge(outcome, clock.now());
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    return judge({ reason: error.reason, explanation: error.message }, clock.now());
  }
}
