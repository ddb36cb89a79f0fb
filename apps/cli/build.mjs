/** `npm run build`. Other commands build by themselves when sources have changed. */
import { build } from './prepare.mjs';

await build();
