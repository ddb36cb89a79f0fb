import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { buy, Unavailable } from './shop.js';

const { PORT = '4000' } = process.env;

const ANSWERS = {
  registered: [201, 'The domain is yours.'],
  registering: [202, 'The registry decides later. We will send you an email.'],
  hosted: [202, 'The registry decides later. We will send you an email.'],
};

async function answer({ method, url }, body) {
  if (method !== 'POST' || url !== '/orders') return [404, 'Page not found'];
  const form = Object.fromEntries(new URLSearchParams(body));
  if (!form.domain || !form.token) return [400, 'domain and token are required.'];
  const { state, refusal } = await buy(form);
  return ANSWERS[state] ?? [refusal.status, refusal.message];
}

function explain(error) {
  if (error instanceof Unavailable) return [503, 'Please try again. You are not charged twice.'];
  console.error(error);
  return [500, 'Something went wrong.'];
}

const server = createServer(async (request, response) => {
  const [status, message] = await answer(request, await text(request)).catch(explain);
  response.writeHead(status).end(message);
});
server.listen(Number(PORT), () => console.log(`The shop is at http://localhost:${PORT}`));
