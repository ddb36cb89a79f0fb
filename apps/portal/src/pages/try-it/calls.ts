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
  if (call === 'checkout') {
    const order_id = given.order ?? `ord_${'0'.repeat(32)}`;
    return { order_id, payment: { method: 'test', reference: `invoice-${order_id.slice(-8)}` } };
  }
  return { domain };
}

/** The error that an answer of the API tells of, if it tells of one. */
export function errorOf({ response }: TryResult): { code: string; message: string } | undefined {
  const { error } = (response.body ?? {}) as { error?: { code: string; message: string } | null };
  return error ?? undefined;
}

/** What an order's answer has for the checkout. */
export function orderIn({ response }: TryResult): string | undefined {
  const { data } = (response.body ?? {}) as { data?: { order_id?: unknown } | null };
  return typeof data?.order_id === 'string' ? data.order_id : undefined;
}
