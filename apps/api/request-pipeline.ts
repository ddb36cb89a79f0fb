import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { requireAccessOnRoutes } from '#access';
import { type Settings, SETTINGS } from '#platform/config';
import {
  hostHeader,
  installEnvelope,
  installGuards,
  installJsonBody,
  installRequestLog,
  mediaTypes,
  Metrics,
  routeExists,
} from '#platform/http';
import { LOGGER, type Logger } from '#platform/log';
import { PersonGuard } from '#accounts';
import { KeyGuard } from '#api-keys';
import { KillSwitch } from '#registrar';
import { BrandedHosts } from '#tenancy';
import { RecordUsage } from '#usage';
import { Drain } from './drain.js';
import { identifyRefused } from './identify-refused.js';
import { secureResponses } from './security-headers.js';

/** Registers the hooks and guards of every request, in the order in which they run. */
export function registerRequestPipeline(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  requireAccessOnRoutes(fastify);
  app.get(Drain).watch(fastify);
  installRequestLog(fastify, app.get<Logger>(LOGGER));
  app.get(Metrics).observe(fastify);
  app.get(RecordUsage).observe(fastify);
  secureResponses(fastify);
  installGuards(fastify, [
    hostHeader,
    app.get(BrandedHosts),
    identifyRefused(app.get(KeyGuard), app.get(KillSwitch)),
    routeExists,
    app.get(KeyGuard),
    app.get(PersonGuard),
    mediaTypes,
  ]);
  installJsonBody(fastify);
  installEnvelope(fastify, app.get<Settings>(SETTINGS).source);
}
