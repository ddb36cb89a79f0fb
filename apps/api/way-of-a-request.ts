import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import helmet from 'helmet';
import {
  demandAccess,
  installEnvelope,
  installGuards,
  installJsonBody,
  installRequestLog,
  LOGGER,
  type Logger,
  MediaTypes,
  Metrics,
  RouteExists,
  type Settings,
  SETTINGS,
} from '#platform';
import { PersonGuard } from '#accounts';
import { KeyGuard } from '#api-keys';
import { KillSwitch } from '#registrar';
import { BrandedHosts } from '#tenancy';
import { RecordUsage } from '#usage';
import { Drain } from './drain.js';
import { recognising } from './recognising.js';

/** What every request goes through, in this order; what a controller returns then goes into the envelope. */
export function layWayOfRequest(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  demandAccess(fastify);
  app.get(Drain).watch(fastify);
  installRequestLog(fastify, app.get<Logger>(LOGGER));
  app.get(Metrics).observe(fastify);
  app.get(RecordUsage).observe(fastify);
  fastify.addHook('onRequest', (request, reply, done) => secure(request.raw, reply.raw, () => done()));
  installGuards(fastify, [
    app.get(BrandedHosts),
    recognising(app.get(KeyGuard), app.get(KillSwitch)),
    app.get(RouteExists),
    app.get(KeyGuard),
    app.get(PersonGuard),
    app.get(MediaTypes),
  ]);
  installJsonBody(fastify);
  installEnvelope(fastify, app.get<Settings>(SETTINGS).source);
}

/** Answers are data: no browser may make a page of them. What is a page sets a policy of its own. */
const secure = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  // For browsers that are long gone, or for pages only; each header costs every answer.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});
