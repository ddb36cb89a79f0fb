import type { CheckoutRequest } from '#checkout/contract';
import type { SearchRequest } from '#domains/contract';
import type { OrderRequest } from '#orders/contract';

/** What is known of a call that is to be sent again. */
interface Call {
  method: string;
  route: string;
  domain: string | null;
  orderId: string | null;
  requestId: string;
}

const OWNER: OrderRequest['owner'] = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

/** A body like the one that was sent: the name and the order are those of the call, the rest is an example. */
const BODIES: Record<string, (call: Call) => SearchRequest | OrderRequest | CheckoutRequest> = {
  search: ({ domain }) => ({ domain: domain ?? 'my-first-shop.com' }),
  order: ({ domain }) => ({ domain: domain ?? 'my-first-shop.com', years: 1, owner: OWNER }),
  checkout: ({ orderId, requestId }) => ({
    order_id: orderId ?? 'ord_…',
    payment: { method: 'test', reference: `again-${requestId}` },
  }),
};

/** A command for a shell that sends the like of a call; the key is in the variable that `npm start` tells of. */
export function curlFor(call: Call, at: { origin: string; tenant: string }): string {
  const { method, route } = call;
  const body = method === 'POST' ? BODIES[route.slice(route.lastIndexOf('/') + 1)]?.(call) : undefined;
  const lines = [
    `curl -sS -X ${method} ${quoted(at.origin + route)}`,
    `-H "Authorization: Bearer $NAMEYARD_KEY"`,
    `-H ${quoted(`X-Tenant: ${at.tenant}`)}`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** In single quotes a shell takes everything as it is, save the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
