import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../process/clock/clock.js';
import { Database } from '../database/database.js';
import { Statement } from '../database/statement.js';
import { LOGGER, type Logger } from '../observability/log/logger.js';

const latest = (table: string) =>
  `(SELECT transaction_id FROM ${table} WHERE epoch = current.epoch ORDER BY transaction_id DESC LIMIT 1)`;

const openEpoch = new Statement<{ epoch: number }, { now: Date }>(
  'events.open-epoch',
  `INSERT INTO platform.epochs (epoch, started_at)
   SELECT current.epoch + 1, :now FROM (SELECT max(epoch) AS epoch FROM platform.epochs) current
   WHERE greatest(${latest('platform.events')}, ${latest('platform.consumers')}) >= pg_snapshot_xmax(pg_current_snapshot())
   ON CONFLICT DO NOTHING RETURNING epoch`,
);

/**
 * Opens a new epoch of the event log when the database was restored into another PostgreSQL cluster. The new cluster
 * may assign transaction IDs below those of the recorded events, which would sort new events first.
 */
@Injectable()
export class Epochs implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit() {
    const [opened] = await openEpoch.run(this.database, { now: this.clock.now() });
    if (opened) this.logger.info(opened, 'the database was restored; a new epoch of the event log begins');
  }
}
