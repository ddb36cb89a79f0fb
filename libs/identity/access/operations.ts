/** The calls of a purchase. */
export const OPERATIONS = ['search', 'order', 'checkout', 'renew'] as const;

export type OperationName = (typeof OPERATIONS)[number];
