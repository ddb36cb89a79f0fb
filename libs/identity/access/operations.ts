/** API operations that faults and the journal can refer to. */
export const OPERATIONS = [
  'search',
  'check',
  'order',
  'checkout',
  'renew',
  'transfer',
  'cancel',
  'update',
  'delete',
] as const;

export type OperationName = (typeof OPERATIONS)[number];

/** Whether an operation can change the sandbox. */
export const hasEffect = (operation: OperationName): boolean => operation !== 'search' && operation !== 'check';
