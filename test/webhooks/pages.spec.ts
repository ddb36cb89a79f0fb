import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { HttpResponse } from '../support/openapi-check.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import type { Vector } from './vectors.js';

const DOCS = join(import.meta.dirname, '../../libs/webhooks/docs');
const PAGES = ['errors', 'webhooks', 'cli', 'portal', 'settings', 'deployment', 'operations'].map(
  name => `/docs/${name}`,
);
const CODE = ['verify.ts', 'verify.py', 'verify.php', 'verify.go'];

const fileOf = (name: string) => readFileSync(join(DOCS, name), 'utf8');
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

let sandbox: Sandbox;
const pages = new Map<string, HttpResponse>();

beforeAll(async () => {
  sandbox = await startSandbox();
  for (const path of PAGES) pages.set(path, await get(path));
});

const get = (path: string) => sandbox.call({ method: 'GET', path });
const textOf = (path: string) => pages.get(path)!.text;
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

describe.each(PAGES)('%s', path => {
  it('is an HTML page with the content security policy of the reference', async () => {
    const { status, headers } = pages.get(path)!;
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toBe((await get('/docs/')).headers['content-security-policy']);
  });

  it('has no scripts and loads nothing from other hosts', () => {
    const text = textOf(path);
    expect(text).not.toMatch(/<script|<img|<iframe|<object|<form|@import|url\(/);
    expect(all(text, /\ssrc=["']?([^"'\s>]*)/g)).toEqual([]);
    for (const target of all(text, /\shref=["']?([^"'\s>]*)/g)) expect(target).toMatch(/^(\/docs\/|#|data:,$)/);
  });

  it('contains no broken links', async () => {
    for (const target of new Set(all(textOf(path), /<a href="([^"]*)"/g))) {
      const [page, anchor] = target.split('#');
      const response = page === '' ? pages.get(path)! : await get(page!);
      expect([target, response.status]).toEqual([target, 200]);
      if (anchor !== undefined) expect(response.text).toContain(`id="${anchor}"`);
    }
  });

  it('links to the other pages and is linked from the reference', async () => {
    for (const other of ['/docs/', ...PAGES]) expect(textOf(path)).toContain(`<a href="${other}"`);
    expect((await get('/docs/openapi.json')).body.info.description).toContain(`](${path})`);
  });

  it('has unique heading IDs', () => {
    const ids = all(textOf(path), /\sid="([^"]*)"/g);
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('/docs/webhooks', () => {
  it.each(CODE)('shows the code of %s', name => {
    expect(textOf('/docs/webhooks')).toContain(`>${escaped(fileOf(name))}</code>`);
  });

  it('shows the request of the first vector with its signature', () => {
    const [{ headers, body }] = JSON.parse(fileOf('vectors.json')) as [Vector];
    const page = fileOf('verifying.md');
    for (const [name, value] of Object.entries(headers)) expect(page).toContain(`${name}: ${value}\n`);
    expect(textOf('/docs/webhooks')).toContain(escaped(JSON.stringify(JSON.parse(body), null, 2)));
  });

  it.each([...CODE, 'vectors.json'])('offers %s for download', async name => {
    const { status, headers, text } = await get(`/docs/webhooks/${name}`);
    expect([status, text]).toEqual([200, fileOf(name)]);
    expect(headers['content-type']).toMatch(/^(text\/plain|application\/json); charset=utf-8$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['README.md', 'verifying.md', '../../../package.json', 'verify.js', ''])('returns 404 for %j', async name => {
    expect((await get(`/docs/webhooks/${name}`)).status).toBe(404);
  });
});

describe('webhooks in the OpenAPI document', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
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
    ['domain.registered', ['x-request-id']],
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

describe('/docs/operations', () => {
  it('names the metrics to monitor', () => {
    for (const metric of [
      'webhook_oldest_due_seconds',
      'event_lag_seconds',
      'dead_events',
      'oldest_write_transaction_seconds',
    ])
      expect(textOf('/docs/operations')).toContain(`nameyard_${metric}`);
  });
});
