import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Order } from '#orders';
import { networkOf } from '#platform/model';
import { findOrder } from '../find-order.js';
import type { Pages } from '../pages.js';
import { isFinal, isUndecided, loadPurchase, versionOf } from '../purchase.js';
import type { Visit } from '../visit.js';

const INTERVAL_MS = 500;
const MAX_STREAM_MS = 60_000;

/** Time after which browsers reconnect: after the end of a stream, and after a refusal because of too many streams. */
const RECONNECT_MS = { ended: 3_000, refused: 15_000 };

/**
 * `GET /orders/:id/events`: an event stream (HTML Standard, section 9.2) with an event `change` whenever the page of the
 * receipt changes, and `end` when the state is final. The query parameter `version` is the version that the page shows.
 * Each `change` has the new version as its ID, which browsers send as `Last-Event-ID` when they reconnect.
 */
export async function streamReceipt(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const order = await findOrder(pages, visit);
  const { request, reply } = visit;
  request.isLongPoll = true;
  // Closes the connection after the stream, because an idle connection would delay a shutdown.
  reply.type('text/event-stream').headers({ 'Cache-Control': 'no-store', Connection: 'close' });
  if (request.method === 'HEAD') return reply.send();
  const address = networkOf(request.ip);
  if (!pages.streams.reserve(address)) return reply.send(reconnectAfter(RECONNECT_MS.refused));
  // If the browser has already disconnected, there will be no event `close`.
  if (reply.raw.closed) pages.streams.release(address);
  else reply.raw.once('close', () => pages.streams.release(address));
  const isClosed = () => pages.isClosing || reply.raw.closed;
  const { version } = request.query as { version?: unknown };
  const shown = String(request.headers['last-event-id'] ?? version);
  return reply.send(Readable.from(changes(pages, order, shown, isClosed)));
}

const reconnectAfter = (ms: number): string => `retry: ${ms}\n\n`;

async function* changes(
  { services }: Pages,
  opened: Order,
  shownVersion: string,
  isClosed: () => boolean,
): AsyncGenerator<string> {
  yield reconnectAfter(RECONNECT_MS.ended);
  const end = performance.now() + MAX_STREAM_MS;
  let order = opened;
  let shown = shownVersion;
  while (performance.now() < end && !isClosed()) {
    if (isUndecided(order)) order = await services.orders.get(order.tenantId, order.id);
    const purchase = await loadPurchase(services, order);
    if (isFinal(purchase)) return yield 'event: end\ndata:\n\n';
    const version = versionOf(purchase);
    if (version !== shown) yield `id: ${version}\nevent: change\ndata:\n\n`;
    shown = version;
    await sleep(INTERVAL_MS);
  }
}
