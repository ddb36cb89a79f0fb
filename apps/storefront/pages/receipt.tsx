import type { FastifyReply } from 'fastify';
import { success } from '../api-calls.js';
import { findOrder } from '../find-order.js';
import type { Pages } from '../pages.js';
import { isFinal, loadPurchase, type Purchase, type WebhookState } from '../purchase.js';
import { redirect, sendPage } from '../respond.js';
import { Drawer } from '../views/drawer.js';
import { date, time } from '../views/format.js';
import { Layout } from '../views/layout.js';
import type { Visit } from '../visit.js';
import { checkoutOf, Summary } from './payment.js';

/** `GET /orders/:id/receipt`: the paid order, and how far its webhook is. */
export async function showReceipt(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const order = await findOrder(pages, visit);
  if (order.status !== 'paid') return redirect(visit.reply, `/orders/${order.id}`);
  const purchase = await loadPurchase(pages.services, order);
  return sendPage(
    visit.reply,
    <Layout frame={pages.frame(visit, `/orders/${order.id}/receipt`)} title={`Receipt for ${order.domain}`}>
      <h1>
        {order.domain} is {order.kind === 'renewal' ? 'renewed' : 'yours'}
      </h1>
      <p class="lead">Paid{order.expiresAt && `, and registered until ${date(order.expiresAt)}`}.</p>
      <div id="progress" data-events={isFinal(purchase) ? undefined : `/orders/${order.id}/events`}>
        <Progress {...purchase} />
        {visit.isDeveloper && (
          <Drawer tenant={visit.tenant.slug} calls={callsOf(pages, purchase)} events={purchase.events} />
        )}
      </div>
      <h2>Your order</h2>
      <Summary {...order} />
      <p class="actions">
        <a class="button" href="/">
          Find another name
        </a>
        <a class="button quiet" href="/domains">
          Your domains
        </a>
      </p>
    </Layout>,
  );
}

/** The checkout with the result that the API returned. */
function callsOf({ services }: Pages, { order }: Purchase) {
  const { registeredAt, expiresAt } = order;
  if (!registeredAt || !expiresAt) return [];
  const { source } = services.settings;
  const result = {
    order_id: order.id,
    domain: order.domain,
    status: 'paid',
    domain_status: 'registered',
    registered_at: registeredAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    meta: { source },
  };
  return [{ name: 'checkout', body: checkoutOf(order, 'test'), response: success(result, source) } as const];
}

const WEBHOOK: Record<WebhookState, { name: string; text: string }> = {
  none: { name: 'No webhook', text: 'No notification is on record.' },
  waiting: { name: 'Webhook', text: 'Notifying the server …' },
  retrying: { name: 'Webhook', text: 'The server did not accept it yet. Trying again …' },
  failed: { name: 'Webhook not delivered', text: 'The server did not accept it, or is switched off.' },
  delivered: { name: 'Webhook delivered', text: 'The server was notified.' },
};

const Progress = ({ order, webhook }: Purchase) => (
  <ol class="progress">
    <li class="done">
      <b>Ordered</b> <span>{time(order.createdAt)}</span>
    </li>
    <li class="done">
      <b>Paid</b> <span>{order.paidAt && time(order.paidAt)}</span>
    </li>
    <li class="done">
      <b>{order.kind === 'renewal' ? 'Renewed' : 'Registered'}</b> <span>{order.paidAt && time(order.paidAt)}</span>
    </li>
    <li class={webhook === 'delivered' ? 'done' : webhook} aria-live="polite">
      <b>{WEBHOOK[webhook].name}</b> <span>{WEBHOOK[webhook].text}</span>
    </li>
  </ol>
);
