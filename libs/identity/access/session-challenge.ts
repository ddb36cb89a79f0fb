/** Challenge of the portal's login. Browsers show no password dialog for a scheme that they do not know. */
export const SESSION_CHALLENGE = 'Session realm="portal"';
