import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';

const PATHS = ['/docs', '/docs/', '/docs/js/scalar.js'];

/** Serves the API reference. Its several megabytes are loaded at the first request. */
export function serveReference(docs: FastifyInstance): void {
  let pages: Promise<FastifyInstance> | undefined;
  for (const path of PATHS)
    docs.get(path, { config: { access: 'open' } }, async (request, reply) => {
      const { statusCode, headers, rawPayload } = await forward(request, await (pages ??= load()));
      const forwarded = { 'content-type': headers['content-type'], location: headers.location };
      return reply.status(statusCode).headers(forwarded).send(rawPayload);
    });
}

/** Creates a separate server that does not listen, because the main server accepts no routes after its start. */
async function load(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const pages = fastify();
  await pages.register(scalar, { routePrefix: '/docs', configuration: CONFIGURATION as never });
  return pages;
}

const forward = ({ url, host }: FastifyRequest, pages: FastifyInstance) =>
  pages.inject({ method: 'GET', url, headers: { host } });

const CONFIGURATION = {
  url: '/docs/openapi.json',
  pageTitle: 'Nameyard',
  authentication: { preferredSecurityScheme: 'key' },
  defaultOpenAllTags: true,
  showDeveloperTools: 'never',
  // Features that call other hosts; the content security policy would block them.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
};
