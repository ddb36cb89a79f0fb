import { type OpenAPIObject, getSchemaPath } from '@nestjs/swagger';
import { DomainRegisteredMessage, TestMessage } from '#webhooks/contract';

/** Models of the request bodies, so that the document has their schemas. */
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
    'Event ID. It is the same at each attempt; use it to detect duplicates.',
    'evt_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  ),
  header('webhook-timestamp', 'Time of the attempt, in Unix seconds.', '1763708400'),
  header(
    'webhook-signature',
    'Signatures, separated by spaces. A signature is `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. ' +
      'There are two signatures while a secret is being rotated.',
    'v1,lKmI4kvPtPWbODBozrYciyZZBOlXmcvMsgwLS5lAIx4=',
  ),
];

const RESPONSES = {
  '2XX': { description: 'Delivered. Respond within 15 seconds and process the event afterwards.' },
  '3XX': { description: 'Failed: redirects are not followed.' },
  '410': { description: 'Failed, and the receiver is switched off.' },
};

const WITH_RETRIES = {
  ...RESPONSES,
  default: {
    description:
      'Failed: the event is sent again, up to ten times in about 42 hours. `Retry-After` can make a wait longer, but not shorter.',
  },
};

const WITHOUT_RETRIES = { ...RESPONSES, default: { description: 'Failed. A test event is not sent again.' } };

/** The `webhooks` of the OpenAPI document. */
export const WEBHOOKS: OpenAPIObject['webhooks'] = {
  'domain.registered': {
    post: {
      operationId: 'domainRegistered',
      tags: ['Webhooks'],
      summary: 'A domain was registered',
      description:
        'Sent at least once to each receiver of the tenant, in any order. See [Webhooks](/docs/webhooks) for how to verify signatures.',
      security: [],
      parameters: HEADERS,
      requestBody: bodyOf(DomainRegisteredMessage, REGISTERED),
      responses: WITH_RETRIES,
    },
  },
  'webhook.test': {
    post: {
      operationId: 'webhookTest',
      tags: ['Webhooks'],
      summary: 'A test event',
      description: 'Sent on request and signed like any other event. Nothing was registered.',
      security: [],
      parameters: HEADERS,
      requestBody: bodyOf(TestMessage, TEST),
      responses: WITHOUT_RETRIES,
    },
  },
};

function bodyOf<T extends object>(model: new () => T, example: T) {
  return { required: true, content: { 'application/json': { schema: { $ref: getSchemaPath(model) }, example } } };
}
