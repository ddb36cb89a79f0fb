import { createHash, randomBytes } from 'node:crypto';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session ends after so long without a request, and after so long in any case. */
const IDLE_MS = { developer: 12 * HOUR_MS, operator: HOUR_MS };
const LIFE_MS = { developer: 7 * 24 * HOUR_MS, operator: 12 * HOUR_MS };

/** How often it is written down that a session is in use. */
export const SEEN_STEP_MS = MINUTE_MS;

/** What the cookie holds: 32 random bytes. At rest only its SHA-256. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export function isOver(session: { role: 'operator' | 'developer'; createdAt: Date; seenAt: Date }, now: Date): boolean {
  const idle = now.getTime() - session.seenAt.getTime();
  const age = now.getTime() - session.createdAt.getTime();
  return idle >= IDLE_MS[session.role] || age >= LIFE_MS[session.role];
}
