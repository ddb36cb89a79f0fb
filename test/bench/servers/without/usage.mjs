/** `node --import …/usage.mjs`: starts the product without its usage log, for which it has no setting. */
import { register } from 'node:module';

register('./loader.mjs', import.meta.url, { data: { lines: ['app.get(RecordUsage).observe(fastify);'] } });
