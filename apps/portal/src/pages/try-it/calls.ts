import type { TryCall, TryResult } from '../../api/types';

export const CALLS: { value: TryCall; label: string; scope: 'sandbox' | 'live' }[] = [
  { value: 'search', label: 'Search', scope: 'sandbox' },
  { value: 'order', label: 'Order', scope: 'sandbox' },
  { value: 'checkout', label: 'Checkout', scope: 'sandbox' },
  { value: 'registrar.search', label: 'Live search', scope: 'live' },
];

const OWNER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

/** A body that a call can be made with as it is. */
export function sampleOf(call: TryCall, given: { domain?: string; order?: string } = {}): object {
  const domain = given.domain ?? 'my-first-shop.com';
  if (call === 'order') return { domain, years: 1, owner: OWNER };
  if (call === 'checkout') return payment(given.order, 'test');
  return { domain };
}

function payment(order: string | undefined, method: string): object {
  const order_id = order ?? `ord_${'0'.repeat(32)}`;
  return { order_id, payment: { method, reference: `invoice-${order_id.slice(-8)}` } };
}

interface Example {
  label: string;
  body: (domain: string, order: string | undefined) => object;
}

/** Names and payments that always get the same answer, so that each can be seen without looking anything up. */
export const EXAMPLES: Record<TryCall, Example[]> = {
  search: [
    { label: 'A free name', body: domain => sampleOf('search', { domain }) },
    { label: 'A taken name', body: () => sampleOf('search', { domain: 'google.com' }) },
    { label: 'A premium name', body: () => sampleOf('search', { domain: 'my-premium-shop.com' }) },
    { label: 'A name with letters beyond a to z', body: () => sampleOf('search', { domain: 'bücher.de' }) },
    { label: 'A TLD that is not sold', body: () => sampleOf('search', { domain: 'my-shop.example' }) },
    { label: 'Not a name at all', body: () => sampleOf('search', { domain: 'not a name' }) },
  ],
  order: [
    { label: 'A free name', body: domain => sampleOf('order', { domain }) },
    { label: 'A taken name', body: () => sampleOf('order', { domain: 'google.com' }) },
    { label: 'Without an owner', body: domain => ({ domain, years: 1 }) },
  ],
  checkout: [
    { label: 'A payment that succeeds', body: (_, order) => payment(order, 'test') },
    { label: 'A payment that is declined', body: (_, order) => payment(order, 'test_declined') },
  ],
  'registrar.search': [{ label: 'A name', body: domain => sampleOf('registrar.search', { domain }) }],
};

/** The error that an answer of the API tells of, if it tells of one. */
export function errorOf({ response }: TryResult): { code: string; message: string } | undefined {
  const { error } = (response.body ?? {}) as { error?: { code: string; message: string } | null };
  return error ?? undefined;
}

/** The name that a search was for, and whether it can be ordered. */
export function searchedIn({ response }: TryResult): { domain: string; isFree: boolean } | undefined {
  const { data } = (response.body ?? {}) as { data?: { query?: unknown; status?: unknown } | null };
  return typeof data?.query === 'string' ? { domain: data.query, isFree: data.status !== 'taken' } : undefined;
}

/** What an order's answer has for the checkout. */
export function orderIn({ response }: TryResult): string | undefined {
  const { data } = (response.body ?? {}) as { data?: { order_id?: unknown } | null };
  return typeof data?.order_id === 'string' ? data.order_id : undefined;
}
