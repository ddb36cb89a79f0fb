import { parseUrl } from '#platform/model';
import {
  endSpan,
  formatTraceparent,
  isTracing,
  parseTraceparent,
  SpanKind,
  startSpan,
} from '#platform/observability/tracing';
import type { Verdict } from '../model/attempt-result.js';
import type { Lease } from '../storage/leases.js';
import type { OutgoingDelivery } from '../storage/reading.js';

/**
 * Sends a message in a span of the trace in which its event was recorded. `send` gets the `traceparent` for the receiver:
 * that of the span, or the one of the event while tracing is off.
 */
export async function traceAttempt(
  { receiver, url }: Lease,
  { id, eventId, eventType, number, requestId, traceparent }: OutgoingDelivery,
  send: (traceparent: string | null) => Promise<Verdict>,
): Promise<Verdict> {
  if (!isTracing()) return send(traceparent);
  const span = startSpan(`deliver ${eventType}`, {
    kind: SpanKind.CLIENT,
    // Without the path of the URL, which is a secret of some receivers.
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': number > 1 ? number - 1 : undefined,
      'server.address': parseUrl(url)?.hostname,
      'nameyard.event_id': eventId,
      'nameyard.delivery_id': id,
      'nameyard.receiver_id': receiver,
      'nameyard.request_id': requestId ?? undefined,
    },
    parent: parseTraceparent(traceparent),
  });
  const verdict = await send(formatTraceparent(span.spanContext()));
  if (verdict.status !== null) span.setAttribute('http.response.status_code', verdict.status);
  endSpan(span, verdict.reason === null ? undefined : { code: verdict.reason });
  return verdict;
}
