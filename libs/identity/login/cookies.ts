import type { FastifyReply, FastifyRequest } from 'fastify';
import { HostCookie, isSecure } from '#platform/http';
import { CHALLENGE_SECONDS } from '../model/passkey.js';
import type { LoggedIn, LoginClient } from './open-session.js';
import { PENDING_SECONDS } from './pending-logins.js';

const DAY_SECONDS = 24 * 3_600;

/** The session token. The server checks the age of sessions; the lifetime only keeps browsers from sending expired tokens. */
export const sessionCookie = new HostCookie('nameyard_session', 7 * DAY_SECONDS);

/** The token of a known device, see `issueDeviceToken`. */
export const deviceCookie = new HostCookie('nameyard_device', 365 * DAY_SECONDS);

/** The token of a login that waits for a second factor, see `PendingLogins`. */
export const pendingCookie = new HostCookie('nameyard_pending', PENDING_SECONDS);

/** The token of a challenge that a passkey signs, see `PasskeyChallenges`. */
export const challengeCookie = new HostCookie('nameyard_challenge', CHALLENGE_SECONDS);

export const clientOf = (request: FastifyRequest): LoginClient => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  deviceToken: deviceCookie.read(request),
  isSecure: isSecure(request),
});

/** Gives the browser its session, and makes it a known device. */
export function setLoginCookies(reply: FastifyReply, { sessionToken, deviceToken }: LoggedIn): void {
  sessionCookie.set(reply, sessionToken);
  deviceCookie.set(reply, deviceToken);
}
