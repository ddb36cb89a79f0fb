import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** For browsers that are long gone. */
const OUTDATED = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} satisfies HelmetOptions;

/** Answers are data: no browser may make a page of them. */
const OF_ANSWERS = {
  ...OUTDATED,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: false,
  referrerPolicy: false,
} satisfies HelmetOptions;

/** Puts helmet's headers on every answer. They are the same each time, so helmet is asked once. */
export function secureAnswers(fastify: FastifyInstance): void {
  const overTls = headersOf(OF_ANSWERS);
  // A browser must not be told so where anybody on the way could have (RFC 6797, section 7.2).
  const inTheClear = headersOf({ ...OF_ANSWERS, strictTransportSecurity: false });
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.protocol === 'https' ? overTls : inTheClear);
    done();
  });
}

/** What pages have besides, and in place of: each kind of page has a content policy of its own. */
export function securePages(fastify: FastifyInstance, contentPolicy: string): void {
  const headers = {
    ...headersOf({ ...OUTDATED, strictTransportSecurity: false }),
    'content-security-policy': contentPolicy,
  };
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}

function headersOf(options: HelmetOptions): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(answer.req, answer, () => {});
  return answer.getHeaders() as Record<string, string>;
}
