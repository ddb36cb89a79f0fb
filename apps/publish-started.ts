import { channel } from 'node:diagnostics_channel';

/** Tells load.cjs, which the bundle does not import, that startup has loaded and compiled everything it needs. */
export const publishStarted = (): void => channel('nameyard.started').publish({});
