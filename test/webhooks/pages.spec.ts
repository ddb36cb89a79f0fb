import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Answer } from '../support/answers.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import type { Vector } from './vectors.js';

const DOCS = join(import.meta.dirname, '../../libs/webhooks/docs');
const PAGES = ['/docs/errors', '/docs/webhooks', '/docs/operations'];
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
const pages = new Map<string, Answer>();

beforeAll(async () => {
  sandbox = await startSandbox();
  for (const path of PAGES) pages.set(path, await get(path));
});
afterAll(() => sandbox.stop());

const get = (path: string) => sandbox.call({ method: 'GET', path });
const textOf = (path: string) => pages.get(path)!.text;
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

describe.each(PAGES)('%s', path => {
  it('is a page, with the policy of the reference', async () => {
    const { status, headers } = pages.get(path)!;
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toBe((await get('/docs/')).headers['content-security-policy']);
  });

  it('has no script and takes nothing from anywhere', () => {
    const text = textOf(path);
    expect(text).not.toMatch(/<script|<img|<iframe|<object|<form|@import|url\(/);
    expect(all(text, /\ssrc=["']?([^"'\s>]*)/g)).toEqual([]);
    for (const target of all(text, /\shref=["']?([^"'\s>]*)/g)) expect(target).toMatch(/^(\/docs\/|#|data:,$)/);
  });

  it('leads only to what is there', async () => {
    for (const target of new Set(all(textOf(path), /<a href="([^"]*)"/g))) {
      const [page, anchor] = target.split('#');
      const answer = page === '' ? pages.get(path)! : await get(page!);
      expect([target, answer.status]).toEqual([target, 200]);
      if (anchor !== undefined) expect(answer.text).toContain(`id="${anchor}"`);
    }
  });

  it('leads to the other pages, and the reference leads to it', async () => {
    for (const other of ['/docs/', ...PAGES]) expect(textOf(path)).toContain(`<a href="${other}"`);
    expect((await get('/docs/openapi.json')).body.info.description).toContain(`](${path})`);
  });

  it('names each heading once', () => {
    const ids = all(textOf(path), /\sid="([^"]*)"/g);
    expect(ids.length).toBeGreaterThan(5);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('/docs/webhooks', () => {
  it.each(CODE)('shows %s as it is, escaped', name => {
    expect(textOf('/docs/webhooks')).toContain(`>${escaped(fileOf(name))}</code>`);
  });

  it('shows a request that fits its signature: that of the first vector', () => {
    const [{ headers, body }] = JSON.parse(fileOf('vectors.json')) as [Vector];
    const page = fileOf('verifying.md');
    for (const [name, value] of Object.entries(headers)) expect(page).toContain(`${name}: ${value}\n`);
    const shown = /```json\n(.*?)```/s.exec(page)?.[1] ?? '';
    expect(JSON.stringify(JSON.parse(shown))).toBe(body);
  });

  it.each([...CODE, 'vectors.json'])('has %s to take along', async name => {
    const { status, headers, text } = await get(`/docs/webhooks/${name}`);
    expect([status, text]).toEqual([200, fileOf(name)]);
    expect(headers['content-type']).toMatch(/^(text\/plain|application\/json); charset=utf-8$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['README.md', 'verifying.md', '../../../package.json', 'verify.js', ''])('has no %j', async name => {
    expect((await get(`/docs/webhooks/${name}`)).status).toBe(404);
  });
});

describe('the webhooks of the document', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  let document: { webhooks: Record<string, { post: Sent }>; components: { schemas: Record<string, object> } };
  beforeAll(async () => {
    document = (await get('/docs/openapi.json')).body;
    ajv.addSchema(document, 'document');
  });

  const bodyOf = (type: string) => document.webhooks[type]!.post.requestBody.content['application/json'];

  it.each(['domain.registered', 'webhook.test'])('have %s, with headers, a body that fits, and answers', type => {
    const { parameters, responses } = document.webhooks[type]!.post;
    expect(parameters.map(header => [header.name, header.in, header.required])).toEqual(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => [name, 'header', true]),
    );
    expect(Object.keys(responses).sort()).toEqual(['2XX', '3XX', '410', 'default']);
    const { schema, example } = bodyOf(type);
    expect(example).toMatchObject({ type });
    expect([type, ajv.validate({ $ref: `document${schema.$ref}` }, example), ajv.errorsText()]).toEqual([
      type,
      true,
      'No errors',
    ]);
  });

  it('have the bodies of the vectors', () => {
    const [registered, test] = JSON.parse(fileOf('vectors.json')) as [Vector, Vector];
    expect(bodyOf('domain.registered').example).toEqual(JSON.parse(registered.body));
    expect(bodyOf('webhook.test').example).toEqual(JSON.parse(test.body));
    const { parameters } = document.webhooks['domain.registered']!.post;
    expect(Object.fromEntries(parameters.map(({ name, example }) => [name, example]))).toEqual(registered.headers);
  });
});

interface Sent {
  parameters: { name: string; in: string; required: boolean; example: string }[];
  requestBody: { content: { 'application/json': { schema: { $ref: string }; example: object } } };
  responses: object;
}

describe('/docs/operations', () => {
  it('names what to watch', () => {
    for (const metric of ['webhook_oldest_due_seconds', 'outbox_lag_seconds', 'outbox_dead_events'])
      expect(textOf('/docs/operations')).toContain(`nameyard_${metric}`);
  });
});
