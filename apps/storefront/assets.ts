import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fonts, type Storefront } from '#storefront';
import { PageNotFound } from './errors.js';
import { ON_STOREFRONT, tenantOf } from './host-constraint.js';
import type { Services } from './services.js';

/** Paths of files. They contain a hash of the content, so that browsers can cache the files forever. */
export interface AssetPaths {
  style: string;
  script: string;
  brand: string;
  icon: string;
  logo: string | undefined;
}

const WEEK_SECONDS = 7 * 24 * 3_600;

const FILES = {
  style: { file: 'storefront.css', type: 'text/css; charset=utf-8' },
  script: { file: 'storefront.js', type: 'text/javascript; charset=utf-8' },
  icon: { file: 'icon.svg', type: 'image/svg+xml' },
};

/** Removes comments on lines of their own, and indentation. */
export const compact = (text: string): string =>
  text.replaceAll(/^\s*(?:\/\*(?:(?!\*\/)[^])*\*\/|\/\/.*)\n/gm, '').replaceAll(/^ +/gm, '');

/** Files that all storefronts share. */
const shared = Object.entries(FILES).map(([name, { file, type }]) => {
  const content = compact(readFileSync(join(import.meta.dirname, 'assets', file), 'utf8'));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { name, type, content, path: `/${file.replace('.', `.${hash}.`)}` };
});

export const sharedPaths = Object.fromEntries(shared.map(({ name, path }) => [name, path])) as Record<
  keyof typeof FILES,
  string
>;

export const pathsFor = ({ css, logo }: Storefront): AssetPaths => ({
  ...sharedPaths,
  brand: `/brand.${css.hash}.css`,
  logo: logo ? `/logo.${logo.hash}` : undefined,
});

/** Serves files. The response to a path with another hash is 404, so that no cache stores wrong content. */
export function serveAssets(fastify: FastifyInstance, { storefronts }: Services): void {
  const route = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    fastify.get(url, { config: { access: 'open' }, constraints: ON_STOREFRONT }, handler);

  for (const { path, type, content } of shared) route(path, (_request, reply) => sendFile(reply, type, content));

  route('/fonts/:file', (request, reply) => {
    const content = fonts.file((request.params as { file: string }).file);
    if (!content) throw new PageNotFound();
    // The names of fonts contain no hash.
    return reply.type('font/woff2').header('Cache-Control', `public, max-age=${WEEK_SECONDS}`).send(content);
  });

  route('/brand.:hash.css', async (request, reply) => {
    const { css } = await storefrontOf(request);
    if ((request.params as { hash: string }).hash !== css.hash) throw new PageNotFound();
    return sendFile(reply, 'text/css; charset=utf-8', css.text);
  });

  route('/logo.:hash', async (request, reply) => {
    const { logo, tenantId } = await storefrontOf(request);
    if ((request.params as { hash: string }).hash !== logo?.hash) throw new PageNotFound();
    const file = await storefronts.logo(tenantId);
    if (file?.hash !== logo.hash) throw new PageNotFound();
    return sendFile(reply, file.type, file.body);
  });

  async function storefrontOf(request: FastifyRequest): Promise<Storefront> {
    const tenant = tenantOf(request);
    const storefront = await storefronts.get(tenant);
    if (storefront.access === 'off' || tenant.suspended) throw new PageNotFound();
    return storefront;
  }
}

const sendFile = (reply: FastifyReply, type: string, content: Buffer | string): FastifyReply =>
  reply.type(type).header('Cache-Control', 'public, max-age=31536000, immutable').send(content);
