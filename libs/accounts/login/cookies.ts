import { HostCookie } from '#platform/http';

const DAY_SECONDS = 24 * 3_600;

/** The session token. The server ends sessions earlier; this only keeps browsers from sending expired tokens. */
export const sessionCookie = new HostCookie('nameyard_session', 7 * DAY_SECONDS);

/** The token of a known device, see `KnownDevices`. */
export const deviceCookie = new HostCookie('nameyard_device', 365 * DAY_SECONDS);
