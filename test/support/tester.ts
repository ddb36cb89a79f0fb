import type { Actor } from '#platform/audit';

/** Actor in the audit log. */
export const TESTER: Actor = { id: null, name: 'tester', address: null };
