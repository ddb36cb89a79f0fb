/** Measures how many messages undici posts per second. `raw-posts.mjs URL MESSAGES CONCURRENCY` */
import { Agent, request } from 'undici';

const [, , url, messages, concurrency] = process.argv;
const [count, workers] = [Number(messages), Number(concurrency)];
const dispatcher = new Agent({ connections: workers });
const body = JSON.stringify({
  type: 'domain.registered',
  timestamp: new Date().toISOString(),
  data: { order_id: `ord_${'0'.repeat(32)}`, domain: 'shop-1.com', tld: 'com', years: 1, status: 'registered' },
  padding: 'x'.repeat(150),
});

let sent = 0;
let wrong = 0;

async function sendUntilDone() {
  while (sent < count) {
    const headers = { 'content-type': 'application/json', 'webhook-id': `raw-${++sent}` };
    const response = await request(url, { method: 'POST', dispatcher, body, headers });
    await response.body.dump();
    if (response.statusCode !== 204) wrong++;
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: workers }, sendUntilDone));
const seconds = (performance.now() - started) / 1_000;
await dispatcher.close();
process.stdout.write(`${JSON.stringify({ perSecond: count / seconds, wrong })}\n`);
