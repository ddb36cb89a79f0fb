/** Scalar's mock server, started as documented. `node scalar.mjs DOCUMENT PORT` prints its URL. */
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';

const app = await createMockServer({ document: JSON.parse(readFileSync(process.argv[2], 'utf8')) });
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.argv[3]) }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
