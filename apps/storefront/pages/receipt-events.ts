import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { findOrder } from '../find-order.js';
import type { Pages } from '../pages.js';
import { isFinal, loadPurchase } from '../purchase.js';
import type { Visit } from '../visit.js';

const INTERVAL_MS = 500;

/** Browsers reconnect afterwards, after the time in `retry`. */
const MAX_STREAM_MS = 60_000;
const RETRY_MS = 3_000;

/** Streams at the same time in this process. Other browsers try again later. */
const MAX_STREAMS = 200;

let streams = 0;

/**
 * `GET /orders/:id/events`: an event stream (HTML Standard, section 9.2) with an event `change` whenever the page of the
 * receipt changes, and `end` when it will not change any more.
 */
export async function streamReceipt(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const order = await findOrder(pages, visit);
  const { reply } = visit;
  if (streams >= MAX_STREAMS) return reply.status(503).header('Retry-After', '5').send();
  return reply
    .type('text/event-stream')
    .header('Cache-Control', 'no-store')
    .send(Readable.from(changes(pages, order)));
}

async function* changes(pages: Pages, order: Parameters<typeof loadPurchase>[1]): AsyncGenerator<string> {
  streams++;
  try {
    yield `retry: ${RETRY_MS}\n\n`;
    const end = performance.now() + MAX_STREAM_MS;
    let known = '';
    while (performance.now() < end && !pages.isClosing) {
      const purchase = await loadPurchase(pages.services, order);
      const state = JSON.stringify(purchase.events);
      if (isFinal(purchase)) return yield 'event: end\ndata:\n\n';
      if (known !== '' && state !== known) yield 'event: change\ndata:\n\n';
      known = state;
      await sleep(INTERVAL_MS);
    }
  } finally {
    streams--;
  }
}
