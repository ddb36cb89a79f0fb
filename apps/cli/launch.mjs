/** Runs `npm start` and `npm run cli`: installs and builds if necessary, then runs the command line. */
import { prepare } from './prepare.mjs';

await prepare();
await import('../../dist/apps/cli/main.js');
