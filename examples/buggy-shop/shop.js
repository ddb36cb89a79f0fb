import { has } from './bug.js';
import { order, pay, Refused } from './registrar.js';

/** A real shop stores both in its database. */
const purchases = new Map();
const handledEvents = new Set();

/** Buys once, however often a form with the same token is sent. */
export async function buy(kind, { domain, years, email, token }) {
  const id = `${kind}-${token}`;
  if (!purchases.has(id)) purchases.set(id, newPurchase({ id, kind, domain, years: Number(years), email }));
  const purchase = purchases.get(id);
  if (purchase.status !== 'open') return purchase;
  if (has('double-click')) await settle(purchase);
  // Another click waits for the result of the first.
  else await (purchase.running ??= settle(purchase).finally(() => (purchase.running = undefined)));
  return purchase;
}

const newPurchase = details => ({ ...details, status: 'open', isPaid: false, charges: 0, refunds: 0, mails: [] });

async function settle(purchase) {
  const { id, kind, domain, years, email } = purchase;
  const owner = { first_name: 'Ada', last_name: 'Lovelace', email };
  const wasPaid = purchase.isPaid;
  try {
    purchase.order ??= await order(kind, kind === 'renewal' ? { domain, years } : { domain, years, owner }, id);
    const status = await pay(purchase.order, id);
    // A webhook can be faster than this answer.
    const isPaid = has('double-click') ? wasPaid : purchase.isPaid;
    if (!isPaid) charge(purchase);
    if (purchase.status === 'open') purchase.status = status;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    purchase.status = 'refused';
    purchase.refusal = { status: error.status, message: error.message };
  }
}

function charge(purchase) {
  purchase.isPaid = true;
  purchase.charges++;
  purchase.mails.push('receipt');
}

/** The same event can arrive several times, and before the answer to the payment. */
export function handle({ id, type, data }) {
  if (handledEvents.has(id) && !has('repeated-webhook')) return;
  handledEvents.add(id);
  const purchase = [...purchases.values()].find(({ order }) => order?.order_id === data.order_id);
  if (!purchase) return;
  switch (type) {
    case 'domain.registered':
    case 'domain.renewed':
      if (!purchase.isPaid) charge(purchase);
      purchase.status = 'registered';
      purchase.mails.push('confirmation');
      break;
    case 'domain.registration_failed':
      if (has('no-refund')) break;
      if (!purchase.isPaid) charge(purchase);
      purchase.status = 'failed';
      purchase.refunds++;
      purchase.mails.push('refund');
      break;
    default:
  }
}

/** What the shop knows about a domain. A refused purchase does not count beside a paid one. */
export function stateOf(domain) {
  const known = [...purchases.values()].filter(purchase => purchase.domain === domain);
  const paid = known.filter(({ isPaid }) => isPaid);
  return (paid.length > 0 ? paid : known.slice(-1)).map(({ kind, years, status, order, charges, refunds, mails }) => ({
    kind,
    years,
    status,
    amount: order?.amount ?? null,
    charges,
    refunds,
    mails: mails.toSorted(),
  }));
}
