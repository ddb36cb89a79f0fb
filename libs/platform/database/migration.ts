import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration. The name of the class ends with its timestamp. Migrations are not reverted; restore a backup instead. */
export abstract class Migration implements MigrationInterface {
  readonly name = this.constructor.name;

  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    throw new Error('Migrations cannot be reverted; restore a backup.');
  }
}

/**
 * Builds an index without blocking writes. It runs outside a transaction, so an interrupted build leaves an invalid
 * index, which the next run replaces.
 */
export abstract class IndexMigration extends Migration {
  readonly transaction = false;
  /** Schema and name, for example `platform.events_key`. */
  abstract readonly index: string;
  /** The rest of CREATE INDEX, for example `ON platform.events (tenant_id, key)`. */
  abstract readonly definition: string;
  readonly unique: boolean = false;

  async up(runner: QueryRunner): Promise<void> {
    // The build waits for older transactions, and blocks only other changes of the schema meanwhile.
    await runner.query('SET lock_timeout = 0');
    const [invalid] = await runner.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [
      this.index,
    ]);
    if (invalid) await runner.query(`DROP INDEX CONCURRENTLY ${this.index}`);
    const [, name] = this.index.split('.');
    const kind = this.unique ? 'UNIQUE INDEX' : 'INDEX';
    await runner.query(`CREATE ${kind} CONCURRENTLY IF NOT EXISTS ${name} ${this.definition}`);
    await runner.query('RESET lock_timeout');
  }
}
