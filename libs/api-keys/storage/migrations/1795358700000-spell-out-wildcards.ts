import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

const GRANTED = `ARRAY['sandbox.search', 'sandbox.order', 'sandbox.checkout', 'sandbox.events']`;

/** Replaces `sandbox.*` by the permissions that it grants, so that existing keys do not gain `sandbox.control`. */
export class SpellOutWildcards1795358700000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE api_keys.keys SET permissions = ARRAY(
        SELECT spelled_out.permission
        FROM unnest(permissions) WITH ORDINALITY AS entry (permission, place),
          unnest(CASE entry.permission WHEN 'sandbox.*' THEN ${GRANTED} ELSE ARRAY[entry.permission] END)
            WITH ORDINALITY AS spelled_out (permission, place)
        GROUP BY spelled_out.permission
        ORDER BY min(ARRAY[entry.place, spelled_out.place])
      )
      WHERE 'sandbox.*' = ANY (permissions);
    `);
  }
}
