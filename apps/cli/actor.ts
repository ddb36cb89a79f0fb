import { userInfo } from 'node:os';
import type { Actor } from '#platform/audit';

/** Whoever sits at the command line, for the audit log. */
export const commandLine = (): Actor => ({ id: null, name: `cli:${userInfo().username}`, address: null });
