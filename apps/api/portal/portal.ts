import { existsSync } from 'node:fs';
import { join } from 'node:path';
import files from '@fastify/static';
import { NotFoundException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { securePages } from '../security-headers.js';

/** Every path below /portal is a page, except the back end and assets. */
const PAGES = [
  '/portal',
  '/portal/',
  '/portal/:page(^(?!api$|assets$)[^/]+$)',
  '/portal/:page(^(?!api$|assets$)[^/]+$)/*',
];

/** Serves the built portal, a single-page app and its assets. */
export async function servePortal(app: NestFastifyApplication): Promise<void> {
  const folder = findPortal();
  await app.register(async (portal: FastifyInstance) => {
    securePages(portal, CSP_SOURCES);
    if (folder) await serveFiles(portal, folder);
    portal.get('/', { config: { access: 'open' } }, redirectBrowser);
    for (const url of PAGES) portal.get(url, { config: { access: 'open' } }, folder ? sendPage : sendUnavailable);
  });
}

async function serveFiles(portal: FastifyInstance, folder: string): Promise<void> {
  await portal.register(files, {
    root: folder,
    prefix: '/portal/',
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Files in assets have a digest of their content in their names.
      const isImmutable = /[\\/]assets[\\/]/.test(path);
      reply.setHeader('Vary', 'Accept-Encoding');
      reply.setHeader('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

const sendPage = (_request: FastifyRequest, reply: FastifyReply) => reply.sendFile('index.html');

/** Redirects browsers from / to the portal; other clients get 404. */
const redirectBrowser = (request: FastifyRequest, reply: FastifyReply) => {
  if (!request.headers.accept?.includes('text/html')) throw new NotFoundException();
  return reply.redirect('/portal');
};

const sendUnavailable = (_request: FastifyRequest, reply: FastifyReply) =>
  reply
    .status(503)
    .header('Retry-After', '60')
    .type('text/plain; charset=utf-8')
    .send('The portal is not built. Run npm run build.\n');

/** Finds the built portal, from dist or from the sources. */
function findPortal(): string | undefined {
  const here = import.meta.dirname;
  const folders = [join(here, '../../portal'), join(here, '../../../dist/apps/portal')];
  return folders.find(folder => existsSync(join(folder, 'assets')));
}

/** Content security policy: only files of this host, and no inline code. */
const CSP_SOURCES = { scriptSrc: ["'self'"], styleSrc: ["'self'"], imgSrc: ["'self'"], fontSrc: ["'self'"] };
