import { channel } from 'node:diagnostics_channel';

/** For load.cjs, which nothing in the bundle knows: what a start needs has been loaded and compiled. */
export const sayThatItRuns = (): void => channel('nameyard.runs').publish({});
