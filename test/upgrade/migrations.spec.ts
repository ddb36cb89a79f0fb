import { jest } from '@jest/globals';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { IndexMigration, migrate, Migration, problemOf, requireMigrated, type Storage } from '#platform/database';
import { createLogger } from '#platform/observability/log';
import { storages } from '../../apps/storage.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let log: string[];

beforeEach(async () => {
  database = await createDatabase();
  log = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await database.drop();
});

const logger = createLogger('warn', { write: line => void log.push(line) });

const migrateWith = (...migrations: Storage['migrations']): Promise<string[]> =>
  migrate(database.url, [...storages, { schema: 'platform', entities: [], migrations }], logger);

const rows = async (sql: string) => (await database.pool.query(sql)).rows;

class AddTable1999000000001 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE platform.added AS SELECT 1 AS number FROM generate_series(1, 2)');
  }
}

class Fail1999000000002 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.added; SELECT 1 / 0');
  }
}

class IndexNumbers1999000000003 extends IndexMigration {
  readonly index = 'platform.added_number';
  readonly definition = 'ON platform.added (number)';
  override readonly unique = true;
}

describe('migrations', () => {
  it('run in a transaction each, and completed ones are not repeated', async () => {
    await expect(migrateWith(AddTable1999000000001, Fail1999000000002)).rejects.toThrow('division by zero');
    expect(await rows('SELECT number FROM platform.added')).toHaveLength(2);
    expect(await migrateWith(AddTable1999000000001)).toEqual([]);
  });

  it('replace an invalid index, which an interrupted build has left', async () => {
    const validity = () =>
      rows(`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('platform.added_number')`);
    await expect(migrateWith(AddTable1999000000001, IndexNumbers1999000000003)).rejects.toThrow(
      'could not create unique index',
    );
    expect(await validity()).toEqual([{ indisvalid: false }]);
    await rows('DELETE FROM platform.added WHERE ctid = (SELECT min(ctid) FROM platform.added)');
    expect(await migrateWith(AddTable1999000000001, IndexNumbers1999000000003)).toEqual(['IndexNumbers1999000000003']);
    expect(await validity()).toEqual([{ indisvalid: true }]);
  });

  it('wait 5 seconds for a lock, then let others pass and retry', async () => {
    const holder = new pg.Client(database.url);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE platform.events IN ROW EXCLUSIVE MODE');
    const timeouts: string[] = [];
    class AlterEvents1999000000004 extends Migration {
      async up(runner: QueryRunner): Promise<void> {
        const [{ timeout }] = await runner.query(`SELECT current_setting('lock_timeout') AS timeout`);
        timeouts.push(timeout);
        await runner.query(`SET LOCAL lock_timeout = '20ms'; ALTER TABLE platform.events ADD COLUMN extra text`);
      }
    }
    const waiting = new Promise<void>(resolve => {
      jest.spyOn(logger, 'warn').mockImplementation(() => resolve());
    });
    const done = migrateWith(AlterEvents1999000000004);
    await waiting;
    await holder.end();
    expect(await done).toEqual(['AlterEvents1999000000004']);
    expect(timeouts).toEqual(['5s', '5s']);
  });

  it('of a newer release are accepted if that release is compatible with this one', async () => {
    await migrateWith(AddTable1999000000001);
    expect(await migrate(database.url, storages, logger)).toEqual([]);
    await requireMigrated(database.url, storages, logger);
    expect(log).toEqual([
      expect.stringContaining('a newer version of Nameyard has upgraded the database'),
      expect.stringContaining('AddTable1999000000001'),
    ]);
    await rows(`UPDATE platform.installation SET oldest_release = '1.0.1'`);
    const refusal =
      'The database in DATABASE_URL was upgraded by a newer version of Nameyard (migration AddTable1999000000001), which works with 1.0.1 and later; update Nameyard.';
    await expect(migrate(database.url, storages, logger)).rejects.toThrow(refusal);
    await expect(requireMigrated(database.url, storages, logger)).rejects.toThrow(refusal);
    expect(await rows('SELECT oldest_release FROM platform.installation')).toEqual([{ oldest_release: '1.0.1' }]);
  });
});

describe('the startup checks', () => {
  const start = (url: string) => requireMigrated(url, storages, logger);

  it('reject the schema of a version before the first release', async () => {
    await rows(`INSERT INTO platform.migrations (timestamp, name) VALUES (1, 'CreatePlatform1763683200000')`);
    const refusal = 'created by a version of Nameyard before the first release, and cannot be upgraded; use an empty';
    await expect(start(database.url)).rejects.toThrow(refusal);
    await expect(migrate(database.url, storages, logger)).rejects.toThrow(refusal);
  });

  it('reject a clock that differs by more than 5 seconds', async () => {
    const now = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 8_000);
    await expect(start(database.url)).rejects.toThrow(
      /is [5-9] seconds ahead of the clock of PostgreSQL; synchronize both/,
    );
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 2_000);
    await start(database.url);
  });

  it('reject a user without rights', async () => {
    const url = Object.assign(new URL(database.url), { username: 'without_rights', password: 'secret' });
    await rows(
      `DO $$ BEGIN CREATE ROLE without_rights LOGIN PASSWORD 'secret'; EXCEPTION WHEN duplicate_object THEN END $$`,
    );
    await rows(
      'GRANT USAGE ON SCHEMA platform TO without_rights; GRANT SELECT ON platform.migrations TO without_rights',
    );
    await expect(start(url.href)).rejects.toThrow(
      /^The user without_rights of DATABASE_URL lacks rights on .+ more tables;/,
    );
  });

  it('reject PostgreSQL 14', () => {
    expect(problemOf({ version: 14, clockAheadMs: 0, isPooled: false, forbidden: [] }, 'me')).toBe(
      'The server in DATABASE_URL is PostgreSQL 14; Nameyard requires 15 or later.',
    );
    expect(problemOf({ version: 15, clockAheadMs: -4_999, isPooled: false, forbidden: [] }, 'me')).toBeUndefined();
  });
});
