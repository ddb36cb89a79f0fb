import type { CheckoutRequest } from '#checkout/contract';
import type { SearchRequest } from '#domains/contract';
import type { OrderRequest, RenewalRequest } from '#orders/contract';
import type { LogRow } from '../storage/log-query.js';

type Call = Pick<LogRow, 'method' | 'route' | 'domain' | 'orderId' | 'requestId'>;

const OWNER: OrderRequest['owner'] = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

/** Example bodies with the domain and the order of the call; the rest of the body is not logged. */
const BODIES: Record<string, (call: Call) => SearchRequest | OrderRequest | RenewalRequest | CheckoutRequest> = {
  search: ({ domain }) => ({ domain: domain ?? 'my-first-shop.com' }),
  order: ({ domain }) => ({ domain: domain ?? 'my-first-shop.com', years: 1, owner: OWNER }),
  renew: ({ domain }) => ({ domain: domain ?? 'my-first-shop.com', years: 1 }),
  checkout: ({ orderId, requestId }) => ({
    order_id: orderId ?? 'ord_…',
    payment: { method: 'test', reference: `again-${requestId}` },
  }),
};

/** Path parameters of routes. */
const PARAMETERS: Record<string, (call: Call) => string> = {
  ':order_id': ({ orderId }) => orderId ?? 'ord_…',
  ':domain': ({ domain }) => domain ?? 'my-first-shop.com',
};

/** Returns a shell command that sends a similar call. The key is read from the variable that `npm start` prints. */
export function curlFor(call: Call, at: { origin: string; tenant: string }): string {
  const { method, route } = call;
  const path = Object.entries(PARAMETERS).reduce((text, [name, value]) => text.replace(name, value(call)), route);
  const body = method === 'POST' ? BODIES[route.slice(route.lastIndexOf('/') + 1)]?.(call) : undefined;
  const lines = [
    `curl -sS -X ${method} ${quoted(at.origin + path)}`,
    `-H "Authorization: Bearer $NAMEYARD_KEY"`,
    `-H ${quoted(`X-Tenant: ${at.tenant}`)}`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** Quotes an argument for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
