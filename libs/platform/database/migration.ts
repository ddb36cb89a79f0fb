import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration. The name of the class ends with its timestamp. Migrations are not reverted; restore a backup instead. */
export abstract class Migration implements MigrationInterface {
  readonly name = this.constructor.name;

  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    throw new Error('Migrations cannot be reverted; restore a backup.');
  }
}
