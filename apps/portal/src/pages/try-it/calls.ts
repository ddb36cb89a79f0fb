import type { KeyView, TryRequest, TryView } from '#api-keys/contract';

export type Scope = KeyView['scope'];
export type TryCall = TryRequest['call'];

interface Call {
  value: TryCall;
  label: string;
  scope: Scope;
  path: string;
}

const CALLS: Call[] = [
  { value: 'search', label: 'Search', scope: 'sandbox', path: '/api/v1/sandbox/domains/search' },
  { value: 'check', label: 'Check', scope: 'sandbox', path: '/api/v1/sandbox/domains/check' },
  { value: 'order', label: 'Order', scope: 'sandbox', path: '/api/v1/sandbox/domains/order' },
  { value: 'renew', label: 'Renewal', scope: 'sandbox', path: '/api/v1/sandbox/domains/renew' },
  { value: 'checkout', label: 'Checkout', scope: 'sandbox', path: '/api/v1/sandbox/domains/checkout' },
  { value: 'registrar.search', label: 'Live search', scope: 'live', path: '/api/v1/registrar/domains/search' },
];

/** The calls that keys of a scope can make. */
export const callsOf = (scope: Scope) => CALLS.filter(call => call.scope === scope);

/** The call of an endpoint; undefined for endpoints that cannot be tried. */
export const callAt = (endpoint: string): TryCall | undefined => CALLS.find(({ path }) => path === endpoint)?.value;

interface Example {
  label: string;
  body: object;
}

const OWNER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

function payment(order: string | undefined, method: string): object {
  const order_id = order ?? `ord_${'0'.repeat(32)}`;
  return { order_id, payment: { method, reference: `invoice-${order_id.slice(-8)}` } };
}

/** Request bodies for each outcome; the first one is the default. */
export function examplesOf(call: TryCall, domain = 'my-first-shop.com', order?: string): Example[] {
  const examples: Record<TryCall, Example[]> = {
    search: [
      { label: 'Available domain', body: { domain } },
      { label: 'Taken domain', body: { domain: 'google.com' } },
      { label: 'Premium domain', body: { domain: 'my-premium-shop.com' } },
      { label: 'Internationalized domain', body: { domain: 'bücher.de' } },
      { label: 'Unsupported TLD', body: { domain: 'my-shop.example' } },
      { label: 'Invalid domain', body: { domain: 'not a name' } },
    ],
    check: [
      { label: 'Several domains', body: { domains: [domain, 'google.com', 'my-premium-shop.com', 'not a name'] } },
    ],
    order: [
      { label: 'Available domain', body: { domain, years: 1, owner: OWNER } },
      { label: 'Taken domain', body: { domain: 'google.com', years: 1, owner: OWNER } },
      { label: 'Missing owner', body: { domain, years: 1 } },
    ],
    renew: [
      { label: 'One year', body: { domain, years: 1 } },
      { label: 'Term too long', body: { domain, years: 10 } },
    ],
    checkout: [
      { label: 'Successful payment', body: payment(order, 'test') },
      { label: 'Declined payment', body: payment(order, 'test_declined') },
    ],
    'registrar.search': [{ label: 'Domain', body: { domain } }],
  };
  return examples[call];
}

export const exampleBody = (call: TryCall) => examplesOf(call)[0]!.body;

/** The parts of a response body that the portal uses. */
interface ResponseBody {
  data?: { query?: string; status?: string; order_id?: string; domain_status?: string } | null;
  error?: { code: string; message: string } | null;
}

const bodyOf = ({ response }: TryView) => (response.body ?? {}) as ResponseBody;

export const errorOf = (result: TryView) => bodyOf(result).error ?? undefined;

export const dataOf = (result: TryView) => bodyOf(result).data ?? {};
