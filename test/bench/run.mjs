/** `npm run bench`: prepares the repository like `npm start`, then measures. */
import { prepare } from '../../apps/cli/prepare.mjs';

await prepare();
await import('./typescript/register.mjs');
await import('./main.mjs');
