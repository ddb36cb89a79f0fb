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
  const purchases = new Map();

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
    const { order } = await buyOnce(request.body);
    return reply.redirect(`/orders/${order.order_id}`, 303);
  });

  /** A form that is sent again, by a second click or after an error, belongs to the same purchase. */
  async function buyOnce({ token, domain, years, ...owner }) {
    if (!purchases.has(token)) purchases.set(token, { token, domain, years: Number(years), owner, mails: [] });
    const purchase = purchases.get(token);
    purchase.result ??= buy(purchase);
    await purchase.result.catch(error => {
      if (canSucceedLater(error)) purchase.result = undefined;
      throw error;
    });
    return purchase;
  }

  async function buy(purchase) {
    const { token, domain, years, owner } = purchase;
    purchase.order = await nameyard.domains.order({ domain, years, owner }, { idempotencyKey: `order-${token}` });
    // A real shop takes the money of its customer here.
    const { domain_status } = await nameyard.domains.checkout(
      { order_id: purchase.order.order_id, payment: { method: 'test', reference: token } },
      { idempotencyKey: `checkout-${token}` },
    );
    // A webhook can be faster than this response.
    purchase.status ??= domain_status;
  }

  const purchaseOf = orderId => [...purchases.values()].find(({ order }) => order?.order_id === orderId);

  shop.get('/orders/:id', async request => {
    const order = await nameyard.orders.get(request.params.id);
    const isRegistered = order.domain_status === 'registered';
    const registration = isRegistered ? await nameyard.registrations.get(order.domain) : undefined;
    return receiptPage(order, registration, purchaseOf(order.order_id)?.confirmedAt);
  });

  shop.post('/webhooks', async (request, reply) => {
    const event = await unwrap(request.body, request.headers, webhookSecrets);
    // The same event can arrive several times.
    if (!handledEvents.has(event.id)) {
      handledEvents.add(event.id);
      handle(event);
    }
    return reply.code(204).send();
  });

  /** A real shop sends an email to its customer, too. */
  function handle({ type, timestamp, data }) {
    const purchase = purchaseOf(data.order_id);
    if (!purchase) return;
    if (type === 'domain.registered') {
      Object.assign(purchase, { status: 'registered', confirmedAt: timestamp });
      purchase.mails.push('confirmation');
    } else if (type === 'domain.registration_failed') {
      Object.assign(purchase, { status: 'failed', refund: data.refund });
      purchase.mails.push('refund');
    }
  }

  /** For tests: what the shop knows about a domain. */
  shop.get('/api/state', async (request, reply) => {
    const bought = [...purchases.values()].filter(
      ({ order, status }) => status && order.domain === request.query.domain,
    );
    reply.type('application/json');
    return bought.map(({ status, years, order, refund, mails }) => ({
      status,
      years,
      amount: order.amount,
      refund: refund ?? null,
      mails,
    }));
  });

  shop.setNotFoundHandler((_request, reply) => reply.code(404).send(errorPage('Page not found', 'Check the address.')));

  shop.setErrorHandler((error, _request, reply) => {
    const { status, title, text } = explain(error);
    return reply.code(status).send(errorPage(title, text));
  });

  return shop;
}

/** The client has repeated the call for some time; the customer may try again. */
const canSucceedLater = error =>
  error instanceof ConnectionError || error instanceof TimeoutError || error.retryable === true;

/** What a customer sees of an error. */
function explain(error) {
  if (error instanceof SignatureError) return { status: 400, title: 'Invalid webhook', text: error.reason };
  if (canSucceedLater(error))
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
