import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResponse } from './openapi-check.js';

/** Status and code in one line: `200` on success, `409 DOMAIN_TAKEN` on failure. */
export const outcomeOf = ({ status, body }: HttpResponse): string =>
  body?.success === false ? `${status} ${body.error.code}` : String(status);

/** Fields named in the error details. */
export const fieldsOf = ({ body }: HttpResponse): string[] =>
  ((body.error.details ?? []) as { field: string }[]).map(({ field }) => field);

/** Number of responses per outcome, such as `{ 200: 1, '409 DOMAIN_TAKEN': 19 }`. */
export function countOutcomes(responses: HttpResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const response of responses) counts[outcomeOf(response)] = (counts[outcomeOf(response)] ?? 0) + 1;
  return counts;
}

/** Runs `work` concurrently. */
export const concurrently = <T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)));

/** Outcomes that ask the client to retry; a burst may cause them on a busy machine. */
const RETRYABLE = ['503 SERVICE_UNAVAILABLE', '409 IDEMPOTENCY_IN_PROGRESS'];

/** Retries until the outcome is final, as clients do. */
export async function retryUnavailable(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const deadline = performance.now() + 40_000;
  for (;;) {
    const response = await send();
    if (!RETRYABLE.includes(outcomeOf(response)) || performance.now() > deadline) return response;
    await sleep(50);
  }
}

/** Values that are not strings. */
export const NON_STRINGS: unknown[] = [null, 0, 7, -1.5, true, [], {}, ['example.com'], { a: { b: [] } }, [[[]]]];

/** Strings that every field rejects. */
export const INVALID_STRINGS = ['', '   ', 'a\u0000b', '\u0007', 'a\ud800b', '\udc00', 'x'.repeat(5_000)];
