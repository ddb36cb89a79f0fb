import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';
import type { Vector } from '../webhooks/vectors.js';

const DOCS = join(import.meta.dirname, '../../libs/webhooks/docs');

const fileOf = (name: string) => readFileSync(join(DOCS, name), 'utf8');
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

let sandbox: Sandbox;
let page: string;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  page = (await get('/docs/webhooks')).text;
});

const get = (path: string) => sandbox.call({ method: 'GET', path });

describe('/docs/webhooks', () => {
  it('shows the request of the first vector with its signature', () => {
    const [{ headers, body }] = JSON.parse(fileOf('vectors.json')) as [Vector];
    const source = fileOf('verifying.md');
    for (const [name, value] of Object.entries(headers)) expect(source).toContain(`${name}: ${value}\n`);
    expect(page).toContain(escaped(JSON.stringify(JSON.parse(body), null, 2)));
  });

  it('offers the vectors for download', async () => {
    const { status, headers, text } = await get('/docs/webhooks/vectors.json');
    expect([status, text]).toEqual([200, fileOf('vectors.json')]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['README.md', 'verifying.md', '../../../package.json'])('returns 404 for %j', async name => {
    expect((await get(`/docs/webhooks/${name}`)).status).toBe(404);
  });
});

describe('webhooks in the OpenAPI document', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('idn-email', text => text.includes('@'));
  let document: {
    webhooks: Record<string, { post: WebhookOperation }>;
    components: { schemas: Record<string, object> };
  };
  beforeAll(async () => {
    document = (await get('/docs/openapi.json')).body;
    ajv.addSchema(document, 'document');
  });

  const bodyOf = (type: string) => document.webhooks[type]!.post.requestBody.content['application/json'];

  it.each([
    ['domain.registered', ['x-request-id', 'traceparent']],
    ['webhook.test', []],
  ])('describe %s with headers, body and responses', (type, optional) => {
    const { parameters, responses } = document.webhooks[type]!.post;
    expect(parameters.map(header => [header.name, header.in, header.required])).toEqual([
      ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => [name, 'header', true]),
      ...optional.map(name => [name, 'header', false]),
    ]);
    expect(Object.keys(responses).sort()).toEqual(['2XX', '3XX', '410', 'default']);
    const { schema, example } = bodyOf(type);
    expect(example).toMatchObject({ type });
    expect([type, ajv.validate({ $ref: `document${schema.$ref}` }, example), ajv.errorsText()]).toEqual([
      type,
      true,
      'No errors',
    ]);
  });

  it('use the vectors as examples', () => {
    const [registered, test] = JSON.parse(fileOf('vectors.json')) as [Vector, Vector];
    expect(bodyOf('domain.registered').example).toEqual(JSON.parse(registered.body));
    expect(bodyOf('webhook.test').example).toEqual(JSON.parse(test.body));
    const signed = document.webhooks['domain.registered']!.post.parameters.filter(({ required }) => required);
    expect(Object.fromEntries(signed.map(({ name, example }) => [name, example]))).toEqual(registered.headers);
  });
});

interface WebhookOperation {
  parameters: { name: string; in: string; required: boolean; example: string }[];
  requestBody: { content: { 'application/json': { schema: { $ref: string }; example: object } } };
  responses: object;
}
