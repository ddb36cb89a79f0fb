/** `node --import …/test-control.mjs`: starts the product without the guards of faults, for which it has no setting. */
import { register } from 'node:module';

const lines = ['identifyRefused(app.get(KeyGuard), noFaultsOnLive),', 'app.get(FaultGuard)'];
register('./loader.mjs', import.meta.url, { data: { lines } });
