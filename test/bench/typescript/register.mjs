/** `node --import …/register.mjs program.ts`: TypeScript as it stands, each file compiled when it is loaded. */
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
