import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, Repeating } from '#platform/clock';
import { Database, isDatabaseAway, Statement } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';

const PAUSE_MS = 15_000;

/** Locked in one order, so that two processes that write the same keys wait for each other instead of both for ever. */
const write = new Statement<never, { ids: string[]; times: Date[] }>(
  'keys.note-use',
  `WITH used AS (SELECT * FROM unnest(:ids::text[], :times::timestamptz[]) AS used (id, at)),
   locked AS (SELECT k.id FROM api_keys.keys k JOIN used USING (id) ORDER BY k.id FOR NO KEY UPDATE OF k)
   UPDATE api_keys.keys k SET last_used_at = greatest(k.last_used_at, used.at)
   FROM used JOIN locked USING (id) WHERE k.id = used.id`,
);

/** Writes down when each key was last used, a few times a minute, beside the requests. */
@Injectable()
export class NoteUse implements OnApplicationBootstrap, OnApplicationShutdown {
  private used = new Map<string, number>();
  private readonly loop = new Repeating(PAUSE_MS, () => this.flush());

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.loop.start();
  }

  async onApplicationShutdown() {
    await this.loop.stop();
    await this.flush();
  }

  note(keyId: string): void {
    this.used.set(keyId, this.clock.millis());
  }

  async flush(): Promise<void> {
    const noted = this.used;
    if (noted.size === 0) return;
    this.used = new Map();
    try {
      await write.run(this.database, { ids: [...noted.keys()], times: [...noted.values()].map(ms => new Date(ms)) });
    } catch (error) {
      // What was noted in the meantime is later.
      this.used = new Map([...noted, ...this.used]);
      if (!isDatabaseAway(error)) this.logger.error({ err: error }, 'the last use of keys cannot be written');
    }
  }
}
