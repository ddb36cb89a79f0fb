import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Unavailable } from './registrar.js';
import { buy, handle, stateOf } from './shop.js';
import { unwrap } from './webhooks.js';

const { PORT = '4000', WEBHOOK_SECRET = '' } = process.env;

const ANSWERS = {
  registered: [201, 'The domain is yours.'],
  pending: [202, 'The registry decides later. We will send you an email.'],
  failed: [410, 'The domain could not be registered. You get your money back.'],
};

async function answer(request) {
  const { method, url, headers } = request;
  const body = await buffer(request);
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  switch (`${method} ${pathname}`) {
    case 'POST /orders':
      return answerCustomer('registration', body);
    case 'POST /renewals':
      return answerCustomer('renewal', body);
    case 'POST /webhooks': {
      const event = unwrap(headers, body, WEBHOOK_SECRET);
      if (!event) return [400, 'Invalid webhook'];
      handle(event);
      return [204];
    }
    case 'GET /api/state':
      return [200, JSON.stringify(stateOf(searchParams.get('domain')))];
    default:
      return [404, 'Page not found'];
  }
}

async function answerCustomer(kind, body) {
  const form = Object.fromEntries(new URLSearchParams(body.toString()));
  if (!form.domain || !form.token) return [400, 'domain and token are required.'];
  const { status, refusal } = await buy(kind, form);
  return ANSWERS[status] ?? [refusal.status, refusal.message];
}

function explain(error) {
  if (error instanceof Unavailable) return [503, 'Please try again. You are not charged twice.'];
  console.error(error);
  return [500, 'Something went wrong.'];
}

const server = createServer(async (request, response) => {
  const [status, text] = await answer(request).catch(explain);
  response.writeHead(status).end(text);
});
server.listen(Number(PORT), () => console.log(`The shop is at http://localhost:${PORT}`));
