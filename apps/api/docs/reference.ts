import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';

const PATHS = ['/docs', '/docs/', '/docs/js/scalar.js'];

/** The readable reference. It weighs several megabytes, so it is loaded when somebody first asks for it. */
export function serveReference(docs: FastifyInstance): void {
  let pages: Promise<FastifyInstance> | undefined;
  for (const path of PATHS)
    docs.get(path, { config: { access: 'open' } }, async (request, reply) => {
      const { statusCode, headers, rawPayload } = await askFor(request, await (pages ??= load()));
      const told = { 'content-type': headers['content-type'], location: headers.location };
      return reply.status(statusCode).headers(told).send(rawPayload);
    });
}

/** A server of its own that listens nowhere: once requests are answered, ours takes no more routes. */
async function load(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const pages = fastify();
  await pages.register(scalar, { routePrefix: '/docs', configuration: CONFIGURATION as never });
  return pages;
}

const askFor = ({ url, host }: FastifyRequest, pages: FastifyInstance) =>
  pages.inject({ method: 'GET', url, headers: { host } });

const CONFIGURATION = {
  url: '/docs/openapi.json',
  pageTitle: 'Nameyard',
  authentication: { preferredSecurityScheme: 'key' },
  defaultOpenAllTags: true,
  showDeveloperTools: 'never',
  // Whatever would call another host is left out; the policy of these pages would stop it anyway.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
};
