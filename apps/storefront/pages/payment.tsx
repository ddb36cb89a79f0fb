import type { FastifyReply } from 'fastify';
import { toDecimal, type Currency } from '#domains';
import { isOpen, type Order } from '#orders';
import { orderView } from '#orders/contract';
import { Refusal, STATUSES } from '#platform/http/errors';
import { type ApiCall, failure, success } from '../api-calls.js';
import { findOrder } from '../find-order.js';
import type { Pages } from '../pages.js';
import { chosenFault, FaultChoices, messageOfFault, payWith } from '../payment-faults.js';
import { redirect, sendPage } from '../respond.js';
import { Drawer } from '../views/drawer.js';
import { money, years } from '../views/format.js';
import { Layout } from '../views/layout.js';
import { Alert } from '../views/message.js';
import type { Visit } from '../visit.js';

const STAYS_OPEN = 'The order stays open, and you can pay again.';

/** The outcomes of a payment that a visitor can choose, each with its payment method. */
export const OUTCOMES = [
  {
    value: 'succeeds',
    method: 'test',
    label: 'It succeeds',
    hint: { registration: 'The domain becomes yours.', renewal: 'The domain is yours for longer.' },
  },
  {
    value: 'declined',
    method: 'test_declined',
    label: 'It is declined',
    hint: { registration: STAYS_OPEN, renewal: STAYS_OPEN },
  },
] as const;

/** `GET /orders/:id`: the order, and the choice of the payment's outcome. */
export async function showPayment(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const order = await findOrder(pages, visit);
  if (!isOpen(order)) return redirect(visit.reply, `/orders/${order.id}/receipt`);
  return sendPayment(pages, visit, order);
}

/** `POST /orders/:id`: pays the order. */
export async function pay(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const { outcome } = pages.forms.read(visit);
  const order = await findOrder(pages, visit);
  const fault = chosenFault(visit, outcome);
  const chosen = fault ?? OUTCOMES.find(({ value }) => value === outcome);
  if (!chosen) return sendPayment(pages, visit, order, { message: 'Choose how the payment should end.', status: 422 });
  const request = checkoutOf(order, chosen.method);
  try {
    await payWith(fault, visit, () => pages.services.checkOut.execute(visit.caller, request, undefined));
    return redirect(visit.reply, `/orders/${order.id}/receipt`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    visit.request.failure = error.code;
    const response = failure(error);
    const call: ApiCall = { name: 'checkout', body: request, response, fault };
    const message = messageOfFault(fault, visit) ?? messageOf(error);
    return sendPayment(pages, visit, order, { message, status: STATUSES[error.family], call });
  }
}

/** The body of the API call. The same reference makes a repeated payment return its first result. */
export const checkoutOf = ({ id }: Order, method: (typeof OUTCOMES)[number]['method']) => ({
  order_id: id,
  payment: { method, reference: `storefront-${id}` },
});

/** Messages to visitors for refused payments. The messages of the API address developers. */
const MESSAGES: Record<string, string> = {
  PAYMENT_DECLINED: 'The payment was declined. You can pay again.',
  TERM_TOO_LONG: 'The domain would be registered for more than 10 years from now. Nothing was charged.',
};

const messageOf = ({ code, message }: Refusal): string => MESSAGES[code] ?? message;

interface Problem {
  message: string;
  status: number;
  call?: ApiCall;
}

function sendPayment(pages: Pages, visit: Visit, order: Order, problem?: Problem): FastifyReply {
  const { source } = pages.services.settings;
  const { domain, id } = order;
  const kind = order.kind === 'renewal' ? 'renewal' : 'registration';
  const title = kind === 'renewal' ? `Pay for the renewal of ${domain}` : `Pay for ${domain}`;
  const calls: ApiCall[] = [
    // The call of a transfer is omitted, because its auth code is not stored.
    ...(order.kind === 'transfer'
      ? []
      : [{ ...orderCallOf(order), response: success(orderView(order, source), source, 201) }]),
    problem?.call ?? { name: 'checkout', body: checkoutOf(order, 'test') },
  ];
  return sendPage(
    visit.reply,
    <Layout frame={pages.frame(visit, `/orders/${id}`)} title={title}>
      <p class="step">Step 2 of 2</p>
      <h1>{title}</h1>
      {problem && (
        <Alert>
          <p>{problem.message}</p>
        </Alert>
      )}
      <div class="columns">
        <aside aria-label="Your order">
          <Summary {...order} />
        </aside>
        <form action={`/orders/${id}`} method="post">
          <input type="hidden" name="token" value={pages.forms.create(visit)} />
          <fieldset class="choices">
            <legend>No card needed. How should the payment end?</legend>
            {OUTCOMES.map(({ value, label, hint }, index) => (
              <label key={value}>
                <input type="radio" name="outcome" value={value} checked={index === 0} />
                <span>
                  <b>{label}</b> {hint[kind]}
                </span>
              </label>
            ))}
            {visit.isDeveloper && <FaultChoices />}
          </fieldset>
          <button>Pay {money(toDecimal(order.total, order.currency as Currency), order.currency)}</button>
        </form>
      </div>
      {visit.isDeveloper && <Drawer tenant={visit.tenant.slug} calls={calls} />}
    </Layout>,
    problem?.status,
  );
}

/** The call that placed the order. */
const orderCallOf = (order: Order): ApiCall => {
  const { domain, years, owner } = order;
  return order.kind === 'renewal'
    ? { name: 'renew', body: { domain, years } }
    : { name: 'order', body: { domain, years, owner } };
};

export const Summary = ({ id, domain, years: count, currency, total, owner, kind }: Order) => (
  <dl class="summary">
    <dt>Domain</dt>
    <dd>{domain}</dd>
    <dt>{kind === 'renewal' ? 'Renewed for' : 'Registered for'}</dt>
    <dd>{years(count)}</dd>
    {owner && (
      <>
        <dt>Registrant</dt>
        <dd>
          <bdi>
            {owner.first_name} {owner.last_name}
          </bdi>
          , {owner.email}
        </dd>
      </>
    )}
    <dt>Total</dt>
    <dd class="total">{money(toDecimal(total, currency as Currency), currency)}</dd>
    <dt>Order</dt>
    <dd>
      <code>{id}</code>
    </dd>
  </dl>
);
