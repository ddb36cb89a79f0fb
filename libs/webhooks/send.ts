import { type Clock } from '#platform/clock';
import { type GuardedClient, OutgoingFailure } from '#platform/outgoing';
import { signedHeaders } from './model/signature.js';
import { judge, type Outcome, type Verdict } from './model/verdict.js';

/** A message to one URL, signed with each of the secrets. */
export interface Message {
  /** ID of the event, by which receivers recognize duplicates. */
  id: string;
  url: string;
  body: string;
  secrets: string[];
  /** ID of the request that caused the event, for `X-Request-Id`. */
  requestId?: string | null;
}

/** Sends a signed message once and evaluates the response. */
export async function send(
  message: Message,
  client: GuardedClient,
  clock: Clock,
  signal: AbortSignal,
): Promise<Verdict> {
  return judge(await outcomeOf(message, client, clock.now(), signal), clock.now());
}

async function outcomeOf(
  { id, url, body, secrets, requestId }: Message,
  client: GuardedClient,
  at: Date,
  signal: AbortSignal,
): Promise<Outcome> {
  const cause: Record<string, string> = requestId ? { 'x-request-id': requestId } : {};
  const headers = { ...signedHeaders(secrets, { id, body, at }), ...cause, 'content-type': 'application/json' };
  try {
    const reply = await client.post({ url, headers, body, signal });
    return { status: reply.status, answer: reply.body, retryAfter: reply.headers['retry-after'] };
  } catch (error) {
    if (error instanceof OutgoingFailure) return { reason: error.reason, explanation: error.message };
    throw error;
  }
}
