import { randomBytes } from 'node:crypto';
import type { Role } from './person.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session ends after the idle timeout without a request, or at its maximum age. */
const IDLE_TIMEOUT_MS = { developer: 12 * HOUR_MS, operator: HOUR_MS };
const MAX_AGE_MS = { developer: 7 * 24 * HOUR_MS, operator: 12 * HOUR_MS };

/** After a login with OpenID Connect, sensitive actions need no confirmation for this time: such people may have no password. */
const FRESH_MS = 5 * MINUTE_MS;

/** Minimum interval between updates of the last use of a session or an access token. */
export const LAST_USED_INTERVAL_MS = MINUTE_MS;

/** Generates the token of a session or a link: 32 random bytes. Only its SHA-256 is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export function isOver(session: { role: Role; createdAt: Date; seenAt: Date }, now: Date): boolean {
  const idle = now.getTime() - session.seenAt.getTime();
  const age = now.getTime() - session.createdAt.getTime();
  return idle >= IDLE_TIMEOUT_MS[session.role] || age >= MAX_AGE_MS[session.role];
}

/** Until when a session needs no confirmation of sensitive actions; undefined if it needs one now. */
export function freshUntil(session: { method: string | null; createdAt: Date }, now: Date): Date | undefined {
  const until = new Date(session.createdAt.getTime() + FRESH_MS);
  return session.method?.startsWith('openid') && until > now ? until : undefined;
}
