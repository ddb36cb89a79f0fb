import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportsOf } from './golden.js';

const LIBS = join(import.meta.dirname, '../../libs');

export const migrationFolderOf = (schema: string): string =>
  join(LIBS, schema === 'platform' ? 'platform/database' : schema.replaceAll('_', '-'), 'storage/migrations');

/** Writes a migration of a schema with the queries by which TypeORM would adapt the tables to their mappings. */
export function writeMigration(schema: string, queries: string[]): string {
  const timestamp = Date.now();
  const folder = migrationFolderOf(schema);
  const file = join(folder, `${timestamp}-change-${schema}.ts`);
  const name = `Change${schema.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}${timestamp}`;
  const lines = queries.map(query => `    await runner.query(\`${query}\`);`).join('\n');
  writeFileSync(
    file,
    `import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class ${name} extends Migration {
  async up(runner: QueryRunner): Promise<void> {
${lines}
  }
}
`,
  );
  writeFileSync(join(folder, 'index.ts'), exportsOf(folder));
  return file;
}
