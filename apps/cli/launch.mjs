/** `npm start` and `npm run cli` in a checkout: makes it ready, then hands over to the command line. */
import { prepare } from './prepare.mjs';

prepare();
await import('../../dist/apps/cli/main.js');
