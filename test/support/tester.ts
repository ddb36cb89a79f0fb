import type { Actor } from '#platform/audit';

/** Whoever a test is, for the audit log. */
export const TESTER: Actor = { id: null, name: 'tester', address: null };
