import type { BusinessTime } from '#platform/process/clock';
import type { Order } from '#orders';

/** Hours after the registration in which a deletion refunds its order. */
const REFUND_HOURS = 120;

/** Whether the deletion of a registration refunds its order. Orders of transfers are not refunded. */
export const isRefundable = ({ kind, status }: Order, registeredAt: BusinessTime, now: BusinessTime): boolean =>
  kind === 'registration' && status === 'paid' && now.getTime() < registeredAt.getTime() + REFUND_HOURS * 3_600_000;
