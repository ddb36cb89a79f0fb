import { DataSource } from 'typeorm';
import { connectionOptions } from '#platform/database';
import { storages } from '../../apps/storage.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { expectGolden } from '../support/golden.js';
import { describeSchema } from '../support/schema.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createDatabase()));
afterAll(() => database.drop());

describe('migrations', () => {
  it('create the schema in golden/schema.sql', async () => {
    expectGolden('schema.sql', await describeSchema(database));
  });

  it('create the tables that the TypeORM mappings describe', async () => {
    const dataSource = await new DataSource(connectionOptions(database.url, storages, 1)).initialize();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('create tables only in the schema of their module', async () => {
    const { rows } = await database.pool.query<{ schema: string }>(
      `SELECT DISTINCT table_schema AS schema FROM information_schema.tables
       WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const known = storages.map(({ schema }) => schema);
    expect(rows.map(({ schema }) => schema).filter(schema => !known.includes(schema))).toEqual([]);
  });

  it('create no foreign keys between modules', async () => {
    const { rows } = await database.pool.query(
      `SELECT conname FROM pg_constraint k JOIN pg_class a ON a.oid = k.conrelid JOIN pg_class b ON b.oid = k.confrelid
       WHERE k.contype = 'f' AND a.relnamespace <> b.relnamespace`,
    );
    expect(rows).toEqual([]);
  });
});
