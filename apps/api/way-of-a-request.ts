import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
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
import { KeyGuard } from '#api-keys';
import { KillSwitch } from '#registrar';
import { BrandedHosts } from '#tenancy';
import { RecordUsage } from '#usage';

/** What every request goes through, in this order; what a controller returns then goes into the envelope. */
export async function layWayOfRequest(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  demandAccess(fastify);
  installRequestLog(fastify, app.get<Logger>(LOGGER));
  app.get(Metrics).observe(fastify);
  app.get(RecordUsage).observe(fastify);
  await app.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives: CONTENT_POLICY } });
  installGuards(fastify, [
    app.get(BrandedHosts),
    app.get(KillSwitch),
    app.get(RouteExists),
    app.get(KeyGuard),
    app.get(MediaTypes),
  ]);
  installJsonBody(fastify);
  installEnvelope(fastify, app.get<Settings>(SETTINGS).source);
}

/** Answers are data: no browser may make a page of them. What is a page sets a policy of its own. */
const CONTENT_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
