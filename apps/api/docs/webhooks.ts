import { type OpenAPIObject, getSchemaPath } from '@nestjs/swagger';
import { DomainRegisteredMessage, TestMessage } from '#webhooks/contract';

/** What is sent, for the document to know their schemas. */
export const MESSAGES = [DomainRegisteredMessage, TestMessage];

const REGISTERED: DomainRegisteredMessage = {
  type: 'domain.registered',
  timestamp: '2025-11-21T07:00:00.000Z',
  data: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    years: 2,
    status: 'registered',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    amount: { currency: 'USD', total: 24.98 },
    owner: { email: 'ada@example.com' },
    tenant: 'demo',
  },
};

const TEST: TestMessage = {
  type: 'webhook.test',
  timestamp: '2025-11-21T07:00:00.000Z',
  data: {
    receiver_id: 'rcv_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    message: 'This is a test; nothing was registered.',
    tenant: 'demo',
  },
};

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
  example,
});

const HEADERS = [
  header(
    'webhook-id',
    'The event: the same at each attempt. De-duplicate by it.',
    'evt_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  ),
  header('webhook-timestamp', 'When this attempt was signed, in Unix seconds.', '1763708400'),
  header(
    'webhook-signature',
    'Signatures with a space between: `v1,` and the base64 of an HMAC-SHA256 over id, timestamp and body, with dots between. ' +
      'Two of them while a secret is being replaced.',
    'v1,lKmI4kvPtPWbODBozrYciyZZBOlXmcvMsgwLS5lAIx4=',
  ),
];

const ANSWERS = {
  '2XX': { description: 'You have it. Answer within 15 seconds, and do the work afterwards.' },
  '3XX': { description: 'A failure: redirects are not followed.' },
  '410': { description: 'You want no more of it: the receiver is switched off.' },
};

const REPEATED = {
  ...ANSWERS,
  default: {
    description:
      'A failure: it is sent again, up to ten times in about 42 hours. `Retry-After` makes a wait longer, never shorter.',
  },
};

const ONCE = { ...ANSWERS, default: { description: 'A failure; a test is not repeated.' } };

/** What the service sends: the `webhooks` of OpenAPI 3.1. */
export const WEBHOOKS: OpenAPIObject['webhooks'] = {
  'domain.registered': {
    post: {
      operationId: 'domainRegistered',
      tags: ['Webhooks'],
      summary: 'A name was registered',
      description:
        'Sent once or more to each receiver of the tenant, in any order. How to verify it, with ready code: [Webhooks](/docs/webhooks).',
      parameters: HEADERS,
      requestBody: bodyOf(DomainRegisteredMessage, REGISTERED),
      responses: REPEATED,
    },
  },
  'webhook.test': {
    post: {
      operationId: 'webhookTest',
      tags: ['Webhooks'],
      summary: 'A test send',
      description: 'Signed like any other, sent when somebody asks for it. Nothing was registered.',
      parameters: HEADERS,
      requestBody: bodyOf(TestMessage, TEST),
      responses: ONCE,
    },
  },
};

function bodyOf<T extends object>(model: new () => T, example: T) {
  return { required: true, content: { 'application/json': { schema: { $ref: getSchemaPath(model) }, example } } };
}
