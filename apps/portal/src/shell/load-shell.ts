/** Loads the chunk of the pages after the login. */
export const loadShell = () => import('.');
