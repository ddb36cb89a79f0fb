import { existsSync } from 'node:fs';
import { join } from 'node:path';
import files from '@fastify/static';
import { NotFoundException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { securePages } from '../security-headers.js';

/** Every path below /portal is a page, except what belongs to the back end and to the files. */
const PAGES = [
  '/portal',
  '/portal/',
  '/portal/:page(^(?!api$|assets$)[^/]+$)',
  '/portal/:page(^(?!api$|assets$)[^/]+$)/*',
];

/** The portal as it was built: one page that does the rest in the browser, and the files that it asks for. */
export async function servePortal(app: NestFastifyApplication): Promise<void> {
  const folder = builtPortal();
  await app.register(async (portal: FastifyInstance) => {
    securePages(portal, CONTENT_POLICY);
    if (folder) await serveFiles(portal, folder);
    portal.get('/', { config: { access: 'open' } }, showTheWay);
    for (const url of PAGES) portal.get(url, { config: { access: 'open' } }, folder ? sendPage : sendApology);
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
      // A file in assets has its digest in its name: what it is called is what it is, for ever.
      const isNamedByContent = /[\\/]assets[\\/]/.test(path);
      reply.setHeader('Vary', 'Accept-Encoding');
      reply.setHeader('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

const sendPage = (_request: FastifyRequest, reply: FastifyReply) => reply.sendFile('index.html');

/** A browser that was given only the host is after a page, and this is the one there is; programs learn that it is none. */
const showTheWay = (request: FastifyRequest, reply: FastifyReply) => {
  if (!request.headers.accept?.includes('text/html')) throw new NotFoundException();
  return reply.redirect('/portal');
};

const sendApology = (_request: FastifyRequest, reply: FastifyReply) =>
  reply.status(503).type('text/plain; charset=utf-8').send('The portal is not built here: npm run build builds it.\n');

/** Beside what was built of this file; from the sources, in the same place. */
function builtPortal(): string | undefined {
  const here = import.meta.dirname;
  const places = [join(here, '../../portal'), join(here, '../../../dist/apps/portal')];
  return places.find(place => existsSync(join(place, 'assets')));
}

/** Everything from here, and nothing written into the page itself. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
