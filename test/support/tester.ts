import type { Actor } from '#platform/security/audit';

/** Actor in the audit log. */
export const TESTER: Actor = { id: null, name: 'tester', address: null };
