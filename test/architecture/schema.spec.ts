import { DataSource } from 'typeorm';
import { connectionOptions } from '#platform/database';
import { storages } from '../../apps/storage.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { expectGolden, exportsOf, isUpdatingGoldens } from '../support/golden.js';
import { migrationFolderOf, writeMigration } from '../support/migrations.js';
import { describeSchema } from '../support/schema.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createDatabase()));
afterAll(() => database.drop());

/** Mappings have columns and primary keys only. Migrations and golden/schema.sql have all other constraints and indexes. */
const UNMAPPED_DROPS = /^(?:DROP INDEX|ALTER TABLE \S+ DROP CONSTRAINT) (?!"\w+_pkey")/;

/** The statements by which TypeORM would adapt the tables to their mappings, for one schema. */
async function differencesIn(schema: string): Promise<string[]> {
  const dataSource = await new DataSource(
    connectionOptions(database.url, storages, { size: 1, timeoutMs: 10_000 }),
  ).initialize();
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  await dataSource.destroy();
  return upQueries
    .map(({ query }) => query)
    .filter(query => query.includes(`"${schema}".`) && !UNMAPPED_DROPS.test(query));
}

describe.each(storages.map(({ schema }) => schema))('the migrations of %s', schema => {
  it('are all exported by index.ts', () => {
    const folder = migrationFolderOf(schema);
    expectGolden(`${folder}/index.ts`, exportsOf(folder));
  });

  // UPDATE_GOLDEN=1 writes the missing migration; review it and run the test again.
  it('create the tables that the entity schemas describe', async () => {
    const queries = await differencesIn(schema);
    if (queries.length > 0 && isUpdatingGoldens) throw new Error(`Wrote ${writeMigration(schema, queries)}.`);
    expect(queries).toEqual([]);
  });
});

describe('the tables of all migrations', () => {
  it('equal golden/schema.sql', async () => {
    expectGolden('schema.sql', await describeSchema(database));
  });

  it('are in the schema of their module', async () => {
    const { rows } = await database.pool.query<{ schema: string }>(
      `SELECT DISTINCT table_schema AS schema FROM information_schema.tables
       WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const known = storages.map(({ schema }) => schema);
    expect(rows.map(({ schema }) => schema).filter(schema => !known.includes(schema))).toEqual([]);
  });

  it('have no foreign keys to tables of other modules', async () => {
    const { rows } = await database.pool.query(
      `SELECT conname FROM pg_constraint k JOIN pg_class a ON a.oid = k.conrelid JOIN pg_class b ON b.oid = k.confrelid
       WHERE k.contype = 'f' AND a.relnamespace <> b.relnamespace`,
    );
    expect(rows).toEqual([]);
  });
});
