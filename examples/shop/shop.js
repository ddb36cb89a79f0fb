import { randomUUID } from 'node:crypto';
import { ApiError, ConnectionError, SignatureError, TimeoutError } from '@nameyard/client';
import { unwrap } from '@nameyard/client/webhooks';
import Fastify from 'fastify';
import { errorPage, receiptPage, resultPage, searchPage } from './pages.js';

/**
 * A shop that sells domains.
 *
 * @param {object} options
 * @param {import('@nameyard/client').Nameyard} options.nameyard
 * @param {string[]} options.webhookSecrets signing secrets of its webhook receiver; several while a secret is rotated
 */
export function createShop({ nameyard, webhookSecrets }) {
  const shop = Fastify();
  /** A real shop stores both in its database. */
  const handledEvents = new Set();
  const confirmedOrders = new Map();

  shop.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  );
  // Signatures are of the bytes as they were received.
  shop.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  shop.addHook('onRequest', async (_request, reply) => void reply.type('text/html; charset=utf-8'));

  shop.get('/', async () => searchPage());

  shop.get('/search', async request => {
    const found = await nameyard.domains.search(request.query.domain);
    // The token makes the purchase idempotent: sending the form twice buys the domain once.
    return resultPage(found, randomUUID());
  });

  shop.post('/orders', async (request, reply) => {
    const { domain, years, token, first_name, last_name, email } = request.body;
    const owner = { first_name, last_name, email };
    const order = await nameyard.domains.order(
      { domain, years: Number(years), owner },
      { idempotencyKey: `order-${token}` },
    );
    // A real shop takes the money of its customer here.
    await nameyard.domains.checkout(
      { order_id: order.order_id, payment: { method: 'test', reference: token } },
      { idempotencyKey: `checkout-${token}` },
    );
    return reply.redirect(`/orders/${order.order_id}`, 303);
  });

  shop.get('/orders/:id', async request => {
    const order = await nameyard.orders.get(request.params.id);
    const registration = await nameyard.registrations.get(order.domain);
    return receiptPage(order, registration, confirmedOrders.get(order.order_id));
  });

  shop.post('/webhooks', async (request, reply) => {
    const event = await unwrap(request.body, request.headers, webhookSecrets);
    // The same event can arrive several times.
    if (!handledEvents.has(event.id)) {
      handledEvents.add(event.id);
      if (event.type === 'domain.registered') confirmedOrders.set(event.data.order_id, event.timestamp);
    }
    return reply.code(204).send();
  });

  shop.setNotFoundHandler((_request, reply) => reply.code(404).send(errorPage('Page not found', 'Check the address.')));

  shop.setErrorHandler((error, _request, reply) => {
    const { status, title, text } = explain(error);
    return reply.code(status).send(errorPage(title, text));
  });

  return shop;
}

/** What a customer sees of an error. The client has already repeated what can succeed later. */
function explain(error) {
  if (error instanceof SignatureError) return { status: 400, title: 'Invalid webhook', text: error.reason };
  if (error instanceof ConnectionError || error instanceof TimeoutError || error.retryable)
    return {
      status: 503,
      title: 'Please try again',
      text: 'The registry cannot be reached. You have not been charged twice.',
    };
  if (error instanceof ApiError)
    return { status: error.status, title: 'That did not work', text: error.details[0]?.message ?? error.message };
  console.error(error);
  return { status: error.statusCode ?? 500, title: 'Something went wrong', text: 'We are looking into it.' };
}
