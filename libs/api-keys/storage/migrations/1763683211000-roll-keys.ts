import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RollKeys1763683211000 implements MigrationInterface {
  name = 'RollKeys1763683211000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys.keys ADD COLUMN last_used_at timestamptz(3), ADD COLUMN rolled_to text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys.keys DROP COLUMN last_used_at, DROP COLUMN rolled_to');
  }
}
