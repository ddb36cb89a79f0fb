import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { requireAccessOnRoutes } from '#access';
import { type Settings, SETTINGS } from '#platform/config';
import {
  type Guard,
  hostHeader,
  installEnvelope,
  installGuards,
  installJsonBody,
  installRequestLog,
  mediaTypes,
  Metrics,
  routeExists,
  traceRequests,
} from '#platform/http';
import { LOGGER, type Logger } from '#platform/log';
import { PersonGuard } from '#accounts';
import { KeyGuard } from '#api-keys';
import { KillSwitch } from '#registrar';
import { FaultGuard, noFaultsOnLive } from '#rehearsal';
import { HostDirectory } from '#tenancy';
import { RecordUnauthenticated, RecordUsage } from '#usage';
import { addHostConstraint } from '../storefront/host-constraint.js';
import { Drain } from './drain.js';
import { secureResponses } from './security-headers.js';

/** Registers the hooks and guards of every request, in the order in which they run. */
export function registerRequestPipeline(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const settings = app.get<Settings>(SETTINGS);
  addHostConstraint(fastify, app.get(HostDirectory), settings.trustedProxies);
  requireAccessOnRoutes(fastify);
  app.get(Drain).watch(fastify);
  traceRequests(fastify);
  installRequestLog(fastify, app.get<Logger>(LOGGER));
  app.get(Metrics).observe(fastify);
  app.get(RecordUsage).observe(fastify);
  app.get(RecordUnauthenticated).observe(fastify);
  secureResponses(fastify);
  installGuards(fastify, [
    hostHeader,
    identifyRefused(app.get(KeyGuard), app.get(KillSwitch)),
    identifyRefused(app.get(KeyGuard), noFaultsOnLive),
    routeExists,
    app.get(KeyGuard),
    app.get(PersonGuard),
    mediaTypes,
    app.get(FaultGuard),
  ]);
  installJsonBody(fastify);
  installEnvelope(fastify, settings.source);
}

/** Wraps a guard that runs before the key guard, so that the request log has the callers of refused requests. */
const identifyRefused = (keys: KeyGuard, guard: Guard): Guard => ({
  check: (request, reply) =>
    guard.check(request, reply)?.catch(async (refusal: unknown) => {
      await keys.identifyCaller(request);
      throw refusal;
    }),
});
