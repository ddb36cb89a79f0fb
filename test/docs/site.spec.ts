import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { GROUPS, PAGES, twinOf } from '../../apps/docs/site/site-map.js';
import type { HttpResponse } from '../support/openapi-check.js';
import { outcomeOf } from '../support/outcome.js';
import { ROOT } from '../support/paths.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
const responses = new Map<string, HttpResponse>();

beforeAll(async () => void (sandbox = await sharedSandbox()));

const get = (path: string, headers = {}) => sandbox.call({ method: 'GET', path, headers });

/** Names of the pages in the sources. */
const PAGE_FILES = readdirSync(join(ROOT, 'apps/docs/pages')).map(file => file.replace(/\.md$/, ''));

/** Texts that name addresses of the documentation. */
const TEXTS = ['apps', 'libs', 'deploy', 'examples', 'README.md', 'docker-compose.yml', '.env.example'].flatMap(
  textsBelow,
);

function textsBelow(path: string): string[] {
  if (statSync(join(ROOT, path)).isFile())
    return /\.(tsx?|md|ya?ml|example)$/.test(path) && !path.endsWith('.spec.ts')
      ? [readFileSync(join(ROOT, path), 'utf8')]
      : [];
  return readdirSync(join(ROOT, path))
    .filter(name => name !== 'node_modules')
    .flatMap(name => textsBelow(join(path, name)));
}

/** A response, requested once. */
async function read(path: string): Promise<HttpResponse> {
  const response = responses.get(path) ?? (await get(path));
  responses.set(path, response);
  return response;
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

/** Links of a page that lead nowhere: to a missing page, or to a missing anchor of one. */
async function brokenLinks(path: string, targets: string[]): Promise<string[]> {
  const broken = [];
  for (const target of new Set(targets)) {
    if (/^(https?|mailto):/.test(target)) continue;
    const [page = '', anchor] = target.split('#');
    const { status, text } = await read(page === '' ? path : page);
    const html = page.endsWith('.md') ? (await read(htmlOf(page))).text : text;
    if (status !== 200 || (anchor !== undefined && !html.includes(`id="${anchor}"`))) broken.push(target);
  }
  return broken;
}

const htmlOf = (twin: string) => PAGES.find(({ path }) => twinOf(path) === twin)?.path ?? twin;

const paths = PAGES.map(({ path }) => path);

/** Of the build, by source file. */
const lastChanges = JSON.parse(readFileSync(join(ROOT, 'dist/apps/docs/site/last-changes.json'), 'utf8')) as Record<
  string,
  string
>;

/** Without its history, as in a tarball, git knows no dates. */
const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim();
const hasHistory =
  git('rev-parse', '--is-shallow-repository') === 'false' && git('log', '-1', '--format=%cs', '--', 'README.md') !== '';

it('The build finds the dates of pages if there is a git history', () => {
  expect(Object.keys(lastChanges).length > 10).toBe(hasHistory);
});

describe.each(PAGES)('$path', ({ path, name, file, description }) => {
  it('is an HTML page of this host, without inline code', async () => {
    const { status, headers, text } = await read(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).not.toMatch(
      /<script(?! (type="module" )?src="\/docs\/assets\/)|<style|<img|<iframe|<object|<form|\sstyle=|\son\w+=/,
    );
  });

  it('has its name as title, a description and unique IDs', async () => {
    const { text } = await read(path);
    expect(text).toContain('<html lang="en">');
    expect(text).toContain(`<title>${name} – Nameyard</title>`);
    expect(all(text, /<meta name="description" content="([^"]+)"/g)).toEqual([description.replaceAll('&', '&amp;')]);
    expect(all(text, /<h1 [^>]*>(.*?)<\/h1>/g)).toEqual([name]);
    const ids = all(text, /\sid="([^"]*)"/g);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('contains no broken links', async () => {
    const { text } = await read(path);
    expect(
      await brokenLinks(
        path,
        all(text, /\shref="([^"]*)"/g).filter(target => target !== '/portal'),
      ),
    ).toEqual([]);
  });

  it('links to all pages, its neighbors and its Markdown', async () => {
    const { text } = await read(path);
    for (const other of paths) expect(text).toContain(`<a href="${other}"`);
    expect(text).toContain(`<a href="${path}" aria-current="page">${name}<`);
    const at = paths.indexOf(path);
    expect(all(text, /<a rel="prev" href="([^"]*)"/g)).toEqual(paths.slice(0, at).slice(-1));
    expect(all(text, /<a rel="next" href="([^"]*)"/g)).toEqual(paths.slice(at + 1, at + 2));
    expect(text).toContain(`<link rel="alternate" type="text/markdown" href="${twinOf(path)}">`);
  });

  it('has an anchor at each heading, and tables and code that the keyboard can scroll', async () => {
    const { text } = await read(path);
    const headings = [...text.matchAll(/<h([2-6]) id="([^"]+)">(.*?)<\/h\1>/g)];
    expect(headings).toHaveLength(text.match(/<h[2-6]/g)?.length ?? 0);
    for (const [, , id, content] of headings)
      expect(content).toContain(`<a class="anchor" href="#${id}" aria-label="Link to this section">`);
    for (const block of text.match(/<pre[^>]*>/g) ?? []) expect(block).toContain('tabindex="0"');
  });

  it('has the date of its last change if the build found it', async () => {
    const { text } = await read(path);
    const shown = all(text, /Last change: <time datetime="(\d{4}-\d\d-\d\d)">/g);
    expect(shown).toEqual(file in lastChanges ? [lastChanges[file]] : []);
  });

  it('is available as complete Markdown without broken links', async () => {
    const { status, headers, text } = await read(twinOf(path));
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(text).toMatch(/^# /);
    expect(text).not.toMatch(/<!-- generated|<h\d|<details|^## Design decisions/m);
    const targets = all(withoutCode(text), /\]\(([^)\s]+)\)/g);
    expect(targets.filter(target => !/^(\/|#|https?:|mailto:)/.test(target))).toEqual([]);
    expect(await brokenLinks(htmlOf(twinOf(path)), targets)).toEqual([]);
  });
});

const withoutCode = (markdown: string) => markdown.replace(/^(```|~~~)[\s\S]*?^\1~?$/gm, '').replace(/`[^`\n]+`/g, '');

describe('/llms.txt', () => {
  it('lists the Markdown of every page', async () => {
    const { status, headers, text } = await read('/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# Nameyard\n\n> \S/);
    const targets = all(text, /\]\(([^)]+)\)/g);
    expect(targets).toEqual(expect.arrayContaining(paths.map(twinOf)));
    expect(await brokenLinks('/llms.txt', targets)).toEqual([]);
    for (const { name } of GROUPS) expect(text).toContain(`\n## ${name}\n`);
  });
});

describe('/docs/search.json', () => {
  it('has the sections of every page, with links that work', async () => {
    const sections: { id: string; page: string; title: string; text: string }[] = (await read('/docs/search.json'))
      .body;
    expect(new Set(sections.map(({ page }) => page))).toEqual(new Set(PAGES.map(({ name }) => name)));
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    expect(
      await brokenLinks(
        '/docs/',
        sections.map(({ id }) => id),
      ),
    ).toEqual([]);
    const section = sections.find(({ id }) => id === '/docs/errors#DOMAIN_TAKEN');
    expect(section).toMatchObject({
      page: 'Errors',
      title: 'DOMAIN_TAKEN',
      text: expect.stringContaining('Retry: No'),
    });
    expect(sections.filter(({ text }) => /<(p|li|td|code|pre)\b|&lt;/.test(text))).toEqual([]);
  });

  it('is small enough to load on a slow connection', async () => {
    const { headers } = await get('/docs/search.json', { 'Accept-Encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(Number(headers['content-length'])).toBeLessThan(150_000);
  });
});

describe('every page', () => {
  it.each([
    ['/docs', '/docs/'],
    ['/docs/errors/', '/docs/errors'],
    ['/docs/errors/?from=log', '/docs/errors?from=log'],
  ])('%s is redirected to the address of the page', async (path, target) => {
    const { status, headers } = await get(path);
    expect([status, headers['location']]).toEqual([301, target]);
  });

  it('is compressed, and sent again only if it has changed', async () => {
    const first = await get('/docs/errors', { 'Accept-Encoding': 'gzip, br' });
    expect(first.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'cache-control': 'no-cache',
    });
    const again = await get('/docs/errors', { 'If-None-Match': first.headers['etag'] });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('needs at most 1.2 seconds at 1.6 Mbit/s, with its style, script and font', async () => {
    const sizeOf = async (path: string) =>
      Number((await get(path, { 'Accept-Encoding': 'br' })).headers['content-length'] ?? Number.NaN);
    const { text } = await read('/docs/');
    const assets = all(text, /(?:href|src)="(\/docs\/assets\/[^"]+)"/g).filter(path => !path.endsWith('.svg'));
    expect(assets.map(path => path.split('.').at(-1)).sort()).toEqual(['css', 'js', 'js', 'woff2']);
    const shared = (await Promise.all(assets.map(sizeOf))).reduce((sum, size) => sum + size, 0);
    for (const path of paths) expect(shared + (await sizeOf(path))).toBeLessThan(1.2 * (1_600_000 / 8));
  });
});

describe('a missing page', () => {
  it('suggests similar pages to browsers', async () => {
    const { status, headers, text } = await get('/docs/webhook-guide', { Accept: 'text/html' });
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept',
      'cache-control': 'no-store',
    });
    const [, suggestions = ''] = /Did you mean:<\/p>\s*<ul>(.*?)<\/ul>/s.exec(text) ?? [];
    expect(suggestions).toContain('href="/docs/webhooks"');
    expect(suggestions).not.toContain('href="/docs/settings"');
  });

  it('does not repeat the address as HTML', async () => {
    // node:http sends the path unchanged; other clients encode it.
    const [response] = (await once(
      request(sandbox.origin, { path: '/docs/<b>x', headers: { Accept: 'text/html' } }).end(),
      'response',
    )) as [IncomingMessage];
    const html = await text(response);
    expect(response.statusCode).toBe(404);
    expect(html).toContain('/docs/&lt;b&gt;x');
    expect(html).not.toContain('<b>x');
  });

  it('is 404 NOT_FOUND in the envelope for programs', async () => {
    const response = await get('/docs/nothing');
    expect(outcomeOf(response)).toBe('404 NOT_FOUND');
    expect(response.headers).toMatchObject({ vary: 'accept', 'cache-control': 'no-store' });
    expect(outcomeOf(await get('/docs/nothing.md'))).toBe('404 NOT_FOUND');
  });
});

describe('/docs/api', () => {
  it('describes every operation and links to its errors', async () => {
    const { text } = await read('/docs/api');
    const { paths: documented } = (await read('/docs/openapi.json')).body as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    for (const [path, operations] of Object.entries(documented))
      for (const [method, { operationId }] of Object.entries(operations)) {
        expect(text).toContain(`<h3 id="${operationId}">`);
        expect(text).toContain(`${method.toUpperCase()} ${path}\n`);
        const [, section = ''] = new RegExp(`<h3 id="${operationId}">(.*?)<h[23] `, 's').exec(`${text}<h2 `) ?? [];
        const languages = all(section, /data-language="(\w+)"/g);
        const inClients = path.startsWith('/api/v1/sandbox/') ? ['TypeScript', 'PHP', 'Python', 'Go', 'Java'] : [];
        expect([operationId, ...languages]).toEqual([operationId, 'curl', ...inClients]);
      }
    const [, checkout = ''] = /<h3 id="checkOut">(.*?)<h3/s.exec(text) ?? [];
    for (const part of [
      '<code>X-Idempotency-Key</code> (optional)',
      '<code>payment.method</code>',
      '<code>expires_at</code>',
      '/docs/errors#PAYMENT_DECLINED',
    ])
      expect(checkout).toContain(part);
  });

  it('has an explorer without inline scripts', async () => {
    const { status, headers, text } = await read('/docs/api/explorer');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(text).toContain('<html lang="en">');
    const script = await get('/docs/js/scalar.js', { 'Accept-Encoding': 'br' });
    expect(script.headers).toMatchObject({ 'content-encoding': 'br', etag: expect.any(String) });
    expect(Number(script.headers['content-length'])).toBeLessThan(1_500_000);
  });
});

describe('/docs/operations', () => {
  it('says what to do for each alert', async () => {
    const { text } = await read('/docs/operations');
    const alerts = readFileSync(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8');
    const anchors = [...alerts.matchAll(/runbook_url: \/docs\/operations#(\S+)/g)].map(([, anchor]) => anchor!);
    expect(anchors).toHaveLength(alerts.match(/- alert:/g)!.length);
    for (const anchor of anchors) expect(text).toContain(`id="${anchor}"`);
  });

  it('names the metrics to monitor', async () => {
    const { text } = await read('/docs/operations');
    for (const metric of [
      'webhook_oldest_due_seconds',
      'webhook_oldest_waiting_seconds',
      'event_lag_seconds',
      'dead_events',
      'oldest_write_transaction_seconds',
    ])
      expect(text).toContain(`nameyard_${metric}`);
  });
});

describe('an address of the documentation', () => {
  /** The path to which a path is redirected; the path itself if it is not. */
  async function follow(path: string): Promise<string> {
    const { status, headers } = await read(path);
    return status === 301 ? String(headers['location']) : path;
  }

  it.each(PAGE_FILES)('is known by the name of its file: %s', async name => {
    for (const path of [`/docs/${name}`, `/docs/${name}/`, `/docs/${name}.md`])
      expect([path, (await read(await follow(path))).status]).toEqual([path, 200]);
  });

  it('is served if a text or a message names it', async () => {
    const named = TEXTS.flatMap(text => all(text, /(?<![\w.*-])(\/docs(?:\/[a-z-]+)*(?:#[\w-]+)?)(?![\w/.*$-])/g));
    expect(new Set(named).size).toBeGreaterThan(50);
    const broken = await brokenLinks('/docs/', named);
    expect(await brokenLinks('/docs/', await Promise.all(broken.map(follow)))).toEqual([]);
  });
});
