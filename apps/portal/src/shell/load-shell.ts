/** Loads what a person sees after the login. */
export const loadShell = () => import('.');
