import type pg from 'pg';
import { UsageError } from '../../http/errors/usage-error.js';

/** Name and columns of a table, as stored in a backup and as read from the database. */
export interface TableShape {
  name: string;
  columns: { name: string; type: string }[];
}

/** Index of a column, or -1. Column names in a `TableShape` are quoted where necessary. */
export const indexOfColumn = ({ columns }: TableShape, column: string): number =>
  columns.findIndex(({ name }) => name === column || name === `"${column}"`);

/** All tables of the schemas except the list of migrations. Names are quoted where necessary. */
export async function readTables(client: pg.Client, schemas: string[]): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `SELECT c.oid::regclass::text AS name,
       json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
         ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = ANY(SELECT oid FROM pg_namespace WHERE nspname = ANY($1)) AND c.relkind = 'r'
       AND c.oid <> 'platform.migrations'::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.oid ORDER BY 1`,
    [schemas],
  );
  return rows;
}

/** Statements that drop and add each foreign key, so that tables can be filled in any order in between. */
export async function readForeignKeys(client: pg.Client, schemas: string[]): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
     FROM pg_constraint
     WHERE contype = 'f' AND connamespace = ANY(SELECT oid FROM pg_namespace WHERE nspname = ANY($1))`,
    [schemas],
  );
  return rows;
}

const ROWS_PER_INSERT = 500;

/**
 * Reads the rows of a backup in batches, after its header.
 * @throws UsageError at the end if rows are missing
 */
export async function* readBatches(
  lines: AsyncIterable<string>,
  file: string,
): AsyncGenerator<{ table: TableShape; rows: string[] }> {
  let table: TableShape | undefined;
  let rows: string[] = [];
  let [read, expected] = [0, -1];
  for await (const line of lines) {
    const isRow = line.startsWith('[');
    if (isRow && rows.push(line) < ROWS_PER_INSERT) continue;
    if (rows.length > 0) yield { table: table!, rows };
    read += rows.length;
    rows = [];
    if (isRow) continue;
    const next = JSON.parse(line) as TableShape | { rows: number };
    if ('rows' in next) expected = next.rows;
    else table = next;
  }
  if (read !== expected) throw new UsageError(`The ${file} is incomplete.`);
}

export async function insert(client: pg.Client, { name, columns }: TableShape, rows: string[]): Promise<void> {
  const names = columns.map(column => column.name).join(', ');
  const values = columns.map(({ type }, index) => `(r ->> ${index})::${type}`).join(', ');
  await client.query(
    `INSERT INTO ${name} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values} FROM json_array_elements($1::json) AS r`,
    [`[${rows.join(',')}]`],
  );
}

/** Sets the sequences of identity columns to the largest values in use. */
export async function advanceSequences(client: pg.Client, schemas: string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('SELECT setval(%L, max(%I)) FROM %s HAVING max(%I) IS NOT NULL',
       pg_get_serial_sequence(c.oid::regclass::text, a.attname), a.attname, c.oid::regclass, a.attname) AS statement
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = ANY(SELECT oid FROM pg_namespace WHERE nspname = ANY($1)) AND c.relkind = 'r'
       AND a.attidentity <> '' AND c.oid <> 'platform.migrations'::regclass`,
    [schemas],
  );
  for (const { statement } of rows) await client.query(statement);
}
