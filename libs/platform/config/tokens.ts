/** Injection tokens of what each process is given at its start. */
export const SETTINGS = Symbol('settings');
export const LOGGER = Symbol('logger');
