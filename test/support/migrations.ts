import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportsOf } from './golden.js';

const LIBS = join(import.meta.dirname, '../../libs');

export const migrationFolderOf = (schema: string): string =>
  join(LIBS, schema.replaceAll('_', '-'), 'storage/migrations');

/** Writes a migration of a schema with the queries by which TypeORM would adapt the tables to their mappings. */
export function writeMigration(schema: string, up: string[], down: string[]): string {
  const timestamp = Date.now();
  const folder = migrationFolderOf(schema);
  const file = join(folder, `${timestamp}-change-${schema}.ts`);
  const name = `Change${schema.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}${timestamp}`;
  const lines = (queries: string[]) => queries.map(query => `    await runner.query(\`${query}\`);`).join('\n');
  writeFileSync(
    file,
    `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${name} implements MigrationInterface {
  name = '${name}';

  async up(runner: QueryRunner): Promise<void> {
${lines(up)}
  }

  async down(runner: QueryRunner): Promise<void> {
${lines(down)}
  }
}
`,
  );
  writeFileSync(join(folder, 'index.ts'), exportsOf(folder));
  return file;
}
