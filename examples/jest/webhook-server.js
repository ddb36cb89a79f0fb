const { createServer } = require('node:http');
const { SignatureError, unwrap } = require('@nameyard/client/webhooks');

/**
 * An HTTP server that passes each event to `handle` once. Events that `handle` rejects are delivered again later.
 *
 * @param {{ secrets: string[], handle: (event: import('@nameyard/client/webhooks').WebhookEvent) => Promise<void> }} options
 */
function createWebhookServer({ secrets, handle }) {
  const handled = new Set();
  return createServer(async (request, response) => {
    try {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const event = await unwrap(Buffer.concat(chunks), request.headers, secrets);
      if (!handled.has(event.id)) {
        await handle(event);
        handled.add(event.id);
      }
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(error instanceof SignatureError ? 400 : 500).end();
    }
  });
}

module.exports = { createWebhookServer };
