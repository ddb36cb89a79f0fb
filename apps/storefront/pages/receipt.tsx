import type { FastifyReply } from 'fastify';
import { domainStatusOf, isOpen, type Order, type OrderKind } from '#orders';
import { success } from '../api-calls.js';
import { basketOf, emptyBasket } from '../basket.js';
import { findOrder } from '../find-order.js';
import type { Pages } from '../pages.js';
import { isFinal, isUndecided, loadPurchase, type Purchase, versionOf, type WebhookState } from '../purchase.js';
import { redirect, sendPage } from '../respond.js';
import { Drawer } from '../views/drawer.js';
import { date, time } from '../views/format.js';
import { Layout } from '../views/layout.js';
import type { Visit } from '../visit.js';
import { checkoutOf, Summary } from './payment.js';

/** `GET /orders/:id/receipt`: the paid order, the decision of the registry, and the state of the webhooks. */
export async function showReceipt(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const order = await findOrder(pages, visit);
  if (isOpen(order)) return redirect(visit.reply, `/orders/${order.id}`);
  const purchase = await loadPurchase(pages.services, order);
  const frame = pages.frame(visit, `/orders/${order.id}/receipt`);
  // Emptied here and not after the payment, because the response to the payment can be lost.
  const emptiesBasket = basketOf(visit) === order.domain && (isUndecided(order) || (await isHeld(pages, visit, order)));
  if (emptiesBasket) emptyBasket(visit);
  return sendPage(
    visit.reply,
    <Layout
      frame={emptiesBasket ? { ...frame, basket: undefined } : frame}
      title={`Receipt for ${order.domain}`}
      isChanging={!isFinal(purchase)}
    >
      <div
        id="progress"
        data-events={isFinal(purchase) ? undefined : `/orders/${order.id}/events?version=${versionOf(purchase)}`}
      >
        <Heading {...order} />
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

/** Whether the domain of the order is registered. If it was deleted or released since, it can be ordered again. */
async function isHeld({ services }: Pages, { tenant }: Visit, { id, domain }: Order): Promise<boolean> {
  return (await services.findRegistrations.ofOrders(tenant, [{ order: id, domain }])).length > 0;
}

/** Status of the domain. The order must be paid. */
const outcomeOf = (order: Order) =>
  order.refundedAt !== null && order.domainStatus !== 'failed' ? 'deleted' : domainStatusOf(order)!;

const HEADINGS: Record<ReturnType<typeof outcomeOf>, (order: Order) => [heading: string, lead: string]> = {
  pending: ({ domain, dueAt }) => [
    `${domain} is ordered`,
    `Paid. The registry decides${dueAt ? ` on ${time(dueAt)}` : ' later'}, and this page shows its decision.`,
  ],
  action_required: ({ domain }) => [
    `${domain} is waiting`,
    'Paid. The registry requires an action before it decides, and this page shows its decision.',
  ],
  registered: ({ domain, kind, expiresAt }) => [
    `${domain} is ${kind === 'renewal' ? 'renewed' : 'yours'}`,
    `Paid${expiresAt ? `, and registered until ${date(expiresAt)}` : ''}.`,
  ],
  failed: ({ domain, kind }) => [
    `${domain} is not yours`,
    `The ${kind} did not succeed. Your payment was refunded in full.`,
  ],
  deleted: ({ domain }) => [`${domain} was deleted`, 'Your payment was refunded in full.'],
};

const Heading = (order: Order) => {
  const [heading, lead] = HEADINGS[outcomeOf(order)](order);
  return (
    <>
      <h1>{heading}</h1>
      <p class="lead">{lead}</p>
    </>
  );
};

/** The call of the checkout, with the response of the API. */
function callsOf({ services }: Pages, { order }: Purchase) {
  const { registeredAt, expiresAt } = order;
  const isDecidedLater = order.outcome !== null;
  if (!isDecidedLater && !(registeredAt && expiresAt)) return [];
  const { source } = services.settings;
  const result = {
    order_id: order.id,
    domain: order.domain,
    status: 'paid',
    domain_status: isDecidedLater ? 'pending' : 'registered',
    registered_at: isDecidedLater ? null : registeredAt!.toISOString(),
    expires_at: isDecidedLater ? null : expiresAt!.toISOString(),
    meta: { source },
  };
  const response = success(result, source, isDecidedLater ? 202 : 200);
  return [{ name: 'checkout', body: checkoutOf(order, 'test'), response } as const];
}

const WEBHOOK: Record<WebhookState, { name: string; text: string }> = {
  none: { name: 'No webhook', text: 'No notification is on record.' },
  waiting: { name: 'Webhook', text: 'Notifying the server …' },
  retrying: { name: 'Webhook', text: 'The server did not accept it yet. Trying again …' },
  failed: { name: 'Webhook not delivered', text: 'The server did not accept it, or it was not sent.' },
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
    <Decision {...order} />
    {order.refundedAt && (
      <li class="done">
        <b>Refunded</b> <span>{time(order.refundedAt)}</span>
      </li>
    )}
    {order.domainStatus !== 'pending' && (
      <li class={webhook === 'delivered' ? 'done' : webhook} aria-live="polite">
        <b>{WEBHOOK[webhook].name}</b> <span>{WEBHOOK[webhook].text}</span>
      </li>
    )}
  </ol>
);

const SUCCEEDED: Record<OrderKind, string> = {
  registration: 'Registered',
  renewal: 'Renewed',
  transfer: 'Transferred',
};

/** The decision of the registry. */
const Decision = (order: Order) => {
  const { kind, domainStatus, dueAt, reason, paidAt, registeredAt } = order;
  if (domainStatus === 'pending')
    return (
      <li class="waiting" aria-live="polite">
        <b>Registry</b> <span>{dueAt && `Decides on ${time(dueAt)}`}</span>
      </li>
    );
  if (domainStatus === 'action_required' || domainStatus === 'failed')
    return (
      <li class={domainStatus === 'failed' ? 'failed' : 'waiting'} aria-live="polite">
        <b>{domainStatus === 'failed' ? 'Failed' : 'Action required'}</b> <span>{reason}</span>
      </li>
    );
  const at = kind === 'renewal' ? paidAt : (registeredAt ?? paidAt);
  return (
    <li class="done">
      <b>{SUCCEEDED[kind]}</b> <span>{at && time(at)}</span>
    </li>
  );
};
