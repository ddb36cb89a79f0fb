/** `npm run bench`: makes the checkout ready as `npm start` does, then measures. */
import { prepare } from '../../apps/cli/prepare.mjs';

prepare();
await import('./typescript/register.mjs');
await import('./main.ts');
