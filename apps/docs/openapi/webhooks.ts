import { ApiProperty, getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import type { EventKind } from '#platform/contract';
import { SUBSCRIBABLE, WebhookTest } from '#webhooks';

const header = (name: string, description: string, example: string, required = true) => ({
  name,
  in: 'header' as const,
  required,
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

const REQUEST_ID = header(
  'x-request-id',
  'ID of the API request that caused the event, as in the `X-Request-Id` header of its response.',
  'req_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  false,
);

const TRACEPARENT = header(
  'traceparent',
  'Trace of the API request that caused the event (W3C Trace Context), if that request had one.',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  false,
);

const RESPONSES = {
  '2XX': { description: 'Delivered. Respond within 15 seconds and process the event afterwards.' },
  '3XX': { description: 'Failed: redirects are not followed.' },
  '410': { description: 'Failed, and the receiver is switched off.' },
};

const DELIVERY =
  'Sent at least once to each receiver of the tenant, in any order. See [Webhooks](/docs/webhooks) for how to verify signatures.';

const WITH_RETRIES = {
  ...RESPONSES,
  default: {
    description:
      'Failed: the event is sent again, up to ten times in about 42 hours. `Retry-After` can make a wait longer, but not shorter.',
  },
};

const WITHOUT_RETRIES = { ...RESPONSES, default: { description: 'Failed. A test event is not sent again.' } };

const MESSAGES = [...SUBSCRIBABLE, WebhookTest as EventKind].map(kind => ({ kind, model: messageModel(kind) }));

/** Models of the messages and their data, so that the document has their schemas. */
export const MESSAGE_MODELS = MESSAGES.flatMap(({ kind, model }) => [model, kind.definition.model]);

/** The `webhooks` of the OpenAPI document. */
export const WEBHOOKS: OpenAPIObject['webhooks'] = Object.fromEntries(
  MESSAGES.map(({ kind, model }) => [kind.type, { post: operationFor(kind, model) }]),
);

function operationFor(kind: EventKind, model: new () => object) {
  const { type, definition } = kind;
  const isSubscribable = SUBSCRIBABLE.includes(kind);
  const example = exampleOf(kind);
  return {
    operationId: type.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ['Webhooks'],
    summary: definition.summary,
    description: isSubscribable ? `${definition.description} ${DELIVERY}` : definition.description,
    security: [],
    parameters: isSubscribable ? [...HEADERS, REQUEST_ID, TRACEPARENT] : HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: getSchemaPath(model) }, example } },
    },
    responses: isSubscribable ? WITH_RETRIES : WITHOUT_RETRIES,
  };
}

/** The message of an event with its example data. */
function exampleOf({ type, definition }: EventKind) {
  return { type, timestamp: '2025-11-21T07:00:00.000Z', data: definition.example };
}

/** A section for each kind of event, in Markdown. */
export const eventSections = (): string =>
  MESSAGES.map(({ kind }) => {
    const example = JSON.stringify(exampleOf(kind), null, 2);
    return `### \`${kind.type}\`\n\n${kind.definition.description}\n\n~~~json\n${example}\n~~~`;
  }).join('\n\n');

/** The message of an event, named `DomainRegisteredMessage` for `domain.registered`. */
function messageModel({ type, definition }: EventKind): new () => object {
  class Message {}
  ApiProperty({ enum: [type], description: 'Event type.' })(Message.prototype, 'type');
  ApiProperty({ type: String, format: 'date-time', description: 'Time of the event.' })(Message.prototype, 'timestamp');
  ApiProperty({ type: definition.model, description: 'Data of the event.' })(Message.prototype, 'data');
  if (SUBSCRIBABLE.some(kind => kind.type === type))
    ApiProperty({ enum: ['live'], required: false, description: 'Only present on events of the live API.' })(
      Message.prototype,
      'environment',
    );
  const name = type.replace(/(?:^|\.)(.)/g, (_, letter: string) => letter.toUpperCase());
  Object.defineProperty(Message, 'name', { value: `${name}Message` });
  return Message;
}
