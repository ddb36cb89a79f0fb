/** `node --import …/register.mjs program.ts` compiles each TypeScript file when it is loaded. */
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
