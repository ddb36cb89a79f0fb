/** `WWW-Authenticate` of the portal. The scheme is unknown to browsers, so that they show no password dialog. */
export const SESSION_CHALLENGE = 'Session realm="portal"';
