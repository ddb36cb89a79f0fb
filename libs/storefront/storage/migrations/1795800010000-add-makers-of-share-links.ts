import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddMakersOfShareLinks1795800010000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE storefront.share_links
        ADD COLUMN created_by text,
        ADD COLUMN created_by_name text,
        ADD COLUMN used_at timestamptz(3)`);
  }
}
