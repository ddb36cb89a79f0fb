import { z } from 'zod';
import type { Schemas } from '#client';
import { choice } from '../choice.js';
import { defineTool, type Result, withoutNulls, world } from '../tool.js';

const domain = z.string().describe('Domain, for example my-shop.com.');
const years = z.int().min(1).max(10).default(1).describe('Years, 1 to 10.');
type Currency = Schemas['MaxAmount']['currency'];
const currency = choice<Currency>({ USD: true, EUR: true, GBP: true, CHF: true, CAD: true, AUD: true, JPY: true });
const maxAmount = z
  .strictObject({ currency, total: z.number() })
  .optional()
  .describe('Highest accepted price of all years, in the currency of the tenant; a higher one is refused.');
const idempotencyKey = z
  .string()
  .optional()
  .describe('A repeated call with the same key returns the first result. By default, each call has a new key.');

const TEST_PERSON = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

export const searchDomain = defineTool({
  name: 'search_domain',
  title: 'Search domain',
  description: 'Tells whether a domain is available, at which price, and suggests alternatives.',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: { domain, world },
  async run({ domain, world }, { session, signal }) {
    const { domains } = (await session.access(world)).client;
    const { query, status, price, suggestions, meta } = await domains.search(domain, { signal });
    const cost = price ? `, ${price.register} ${price.currency} for the first year` : '';
    return {
      summary: `${query} is ${status}${cost}.`,
      data: withoutNulls({ domain: query, status, rule: meta.rule, price, suggestions }),
    };
  },
});

export const orderDomain = defineTool({
  name: 'order_domain',
  title: 'Order domain',
  description: 'Orders a domain. It is registered when check_out pays the returned `order_id`.',
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  input: {
    domain,
    years,
    owner: z
      .looseObject({ first_name: z.string(), last_name: z.string(), email: z.string() })
      .default(TEST_PERSON)
      .describe('Registrant; by default a test person. Also `phone`, `country`, the postal address and `extra`.'),
    max_amount: maxAmount,
    idempotency_key: idempotencyKey,
    world,
  },
  async run({ domain, years, owner, max_amount, idempotency_key, world }, { session, signal }) {
    const { domains } = (await session.access(world)).client;
    const order = await domains.order(
      { domain, years, owner, max_amount },
      { signal, idempotencyKey: idempotency_key },
    );
    return resultOf(order);
  },
});

export const renewDomain = defineTool({
  name: 'renew_domain',
  title: 'Renew domain',
  description:
    'Orders the renewal of a registered domain. It takes effect when check_out pays the returned `order_id`.',
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  input: { domain, years, max_amount: maxAmount, idempotency_key: idempotencyKey, world },
  async run({ domain, years, max_amount, idempotency_key, world }, { session, signal }) {
    const { domains } = (await session.access(world)).client;
    const order = await domains.renew({ domain, years, max_amount }, { signal, idempotencyKey: idempotency_key });
    return resultOf(order);
  },
});

export const checkOut = defineTool({
  name: 'check_out',
  title: 'Check out',
  description:
    'Pays an order with a simulated payment, which registers or renews its domain. With domain_status `pending`, the registry decides later: call decide or advance_clock. Repeating it with the same reference pays once.',
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  input: {
    order_id: z.string().describe('`order_id` of the order.'),
    method: choice<Schemas['PaymentRequest']['method']>({ test: true, test_declined: true })
      .default('test')
      .describe('`test_declined` simulates a declined payment.'),
    reference: z.string().optional().describe('Payment reference (default: made from the order ID).'),
    world,
  },
  async run({ order_id, method, reference = `mcp-${order_id}`, world }, { session, signal }) {
    const { domains } = (await session.access(world)).client;
    const { meta: _, ...paid } = await domains.checkout({ order_id, payment: { method, reference } }, { signal });
    const state = paid.domain_status === 'pending' ? 'paid and pending' : `registered until ${paid.expires_at}`;
    return {
      summary: `${paid.domain} is ${state}.`,
      data: { ...withoutNulls(paid), reference },
    };
  },
});

function resultOf({ meta: _meta, ...order }: Schemas['OrderView']): Result {
  const { order_id, domain, kind, years, amount } = order;
  const term = `${years} ${years === 1 ? 'year' : 'years'}, ${amount.total} ${amount.currency}`;
  return { summary: `Ordered the ${kind} of ${domain} for ${term}. Pay ${order_id} with check_out.`, data: order };
}
