import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { VERSION } from '../config/installation.js';
import { type Settings, SETTINGS } from '../config/settings.js';
import { Database } from '../../database/database.js';
import { Notifications } from '../../database/notifications.js';
import { type Logger, LOGGER } from '../../observability/log/logger.js';
import { Secrets } from '../../security/secrets/secrets.js';
import { findHazards } from './dangerous-settings.js';
import { DESCRIBE, encodeReport, type ProcessReport } from './process-report.js';

export type ProcessRole = 'api' | 'worker';

/** Answers requests of `askProcesses` with a report about this process. Nothing is stored. */
@Injectable()
export class ProcessReporter {
  /** Set by the program that starts the process. */
  roles: ProcessRole[] = [];
  /** Set by API processes when they listen. */
  origin: string | undefined;
  /** Entries that modules add to the report; they must be short and contain no secrets. */
  readonly parts = new Map<string, () => unknown>();

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly notifications: Notifications,
  ) {
    notifications.on(DESCRIBE, { changed: request => void this.answer(request), lost: () => {} });
  }

  private async answer(request: string): Promise<void> {
    try {
      await this.notifications.reply(encodeReport(request, await this.report()));
    } catch (error) {
      this.logger.warn({ err: error }, 'this process could not describe itself');
    }
  }

  private async report(): Promise<ProcessReport> {
    const before = this.clock.millis();
    const { rows } = await this.database.query<{ now: number }>({
      text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
    });
    const clockAheadMs = Math.round((before + this.clock.millis()) / 2 - (rows[0]?.now ?? 0));
    return {
      host: hostname(),
      pid: process.pid,
      roles: this.roles,
      origin: this.origin,
      version: VERSION,
      clockAheadMs,
      keyId: this.secrets.keyId,
      settings: hashSharedSettings(this.settings),
      hazards: findHazards(this.settings),
      parts: Object.fromEntries(Array.from(this.parts, ([name, read]) => [name, read()])),
    };
  }
}

/** Settings that change results if they differ between processes. Addresses and ports may differ. */
function hashSharedSettings(settings: Settings): Record<string, string> {
  const shared = {
    DEFAULT_RATE_LIMIT: settings.defaultRateLimit,
    LOG_BODIES: settings.logBodies,
    PUBLIC_HOSTS: settings.publicHosts,
    REDIS_URL: (settings.redisUrl ?? '').replace(/^.*:\/\/[^/]*/, ''),
    SERVICE_NAME: settings.serviceName,
    STOREFRONT_DOMAIN: settings.storefrontDomain ?? '',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: settings.webhookAllowPrivateTargets,
    WEBHOOK_RETRY_SCHEDULE: settings.webhookRetrySchedule,
  };
  return Object.fromEntries(Object.entries(shared).map(([name, value]) => [name, hash(JSON.stringify(value))]));
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8);
