import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { limitReads, requireAccessOnRoutes } from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import {
  installEnvelope,
  installJsonBody,
  installRequestLog,
  Metrics,
  ReadSlots,
  runGuardsBeforeBody,
  traceRequests,
} from '#platform/http';
import { LOGGER, type Logger } from '#platform/observability/log';
import { KeyGuard } from '#api-keys';
import { HostDirectory } from '#tenancy';
import { RecordUnauthenticated, RecordUsage } from '#usage';
import { addHostConstraint } from '../storefront/host-constraint.js';
import { Drain } from './drain.js';
import { secureResponses } from './security-headers.js';

/** Registers hooks for all routes. Hooks of the same phase run in this order. */
export function registerRequestPipeline(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const settings = app.get<Settings>(SETTINGS);
  addHostConstraint(fastify, app.get(HostDirectory), settings.trustedProxies);
  requireAccessOnRoutes(fastify);
  limitReads(fastify, app.get(ReadSlots));
  app.get(Drain).register(fastify);
  traceRequests(fastify);
  installRequestLog(fastify, app.get<Logger>(LOGGER));
  app.get(Metrics).observe(fastify);
  app.get(RecordUsage).observe(fastify);
  app.get(RecordUnauthenticated).observe(fastify);
  secureResponses(fastify);
  runGuardsBeforeBody(app, request => app.get(KeyGuard).identifyCaller(request));
  installJsonBody(fastify);
  installEnvelope(fastify, settings.source, settings.liveSource);
}
