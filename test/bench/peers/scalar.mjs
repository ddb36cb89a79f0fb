/** Scalar's mock server, started as documented. `node scalar.mjs DOCUMENT` prints its URL. */
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';

const app = await createMockServer({ document: JSON.parse(readFileSync(process.argv[2], 'utf8')) });
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
