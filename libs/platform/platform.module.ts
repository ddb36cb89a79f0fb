import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from './process/clock/clock.js';
import { EventAlterations } from './events/event-alterations.js';
import { Exports } from './http/exports/exports.js';
import { type Settings, SETTINGS } from './process/config/settings.js';
import { Metrics } from './http/metrics.js';
import { ReadSlots } from './http/read-slots.js';
import { Idempotency } from './http/idempotency/idempotency.js';
import { BackgroundJobs } from './queue/jobs/background-jobs.js';
import { type Logger, LOGGER } from './observability/log/logger.js';
import { Mailer } from './outgoing/mail/mailer.js';
import { GuardedClient } from './outgoing/guarded-client.js';
import { OpaqueIds } from './security/secrets/opaque-ids.js';
import { Secrets } from './security/secrets/secrets.js';

/** Services that every module can inject without importing this module. */
@Module({})
export class PlatformModule {
  static forRoot(settings: Settings, logger: Logger): DynamicModule {
    const given = [
      { provide: SETTINGS, useValue: settings },
      { provide: LOGGER, useValue: logger },
    ];
    const services = [
      Clock,
      BackgroundJobs,
      EventAlterations,
      Idempotency,
      Metrics,
      ReadSlots,
      Exports,
      Secrets,
      OpaqueIds,
      GuardedClient,
      Mailer,
    ];
    return {
      module: PlatformModule,
      global: true,
      providers: [...given, ...services],
      exports: [...given, ...services],
    };
  }
}
