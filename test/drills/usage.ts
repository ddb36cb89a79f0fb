import { docker, type Installation } from '../processes/compose.js';

export interface Table {
  name: string;
  megabytes: number;
  live: number;
  dead: number;
  vacuums: number;
}

/** What the installation uses at a moment. */
export interface Usage {
  /** Memory in MiB by container, for example `api-1`. */
  memory: Record<string, number>;
  /** Connections to PostgreSQL. */
  connections: number;
  tables: Table[];
}

export async function readUsage(installation: Installation): Promise<Usage> {
  const [memory, connections, tables] = await Promise.all([
    readMemory(installation),
    installation.query(`SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'`),
    readTables(installation),
  ]);
  // The query itself uses one.
  return { memory, connections: Number(connections[0]) - 1, tables };
}

async function readMemory(installation: Installation): Promise<Record<string, number>> {
  const ids = await installation.containers();
  const output = await docker(['stats', '--no-stream', '--format', '{{.Name}} {{.MemUsage}}', ...ids]);
  const entries = output
    .trim()
    .split('\n')
    .map(line => {
      const [, name, amount, unit] = /-([a-z]+-\d+) ([\d.]+)(\w+)/.exec(line)!;
      return [name!, Number(amount) * MEBIBYTES[unit as keyof typeof MEBIBYTES]] as const;
    });
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}

const MEBIBYTES = { KiB: 1 / 1024, MiB: 1, GiB: 1024 };

async function readTables(installation: Installation): Promise<Table[]> {
  const rows = await installation.query(
    `SELECT schemaname || '.' || relname, pg_total_relation_size(relid) / 1048576.0, n_live_tup, n_dead_tup, autovacuum_count
     FROM pg_stat_user_tables WHERE n_live_tup + n_dead_tup > 1000 ORDER BY 2 DESC`,
  );
  return rows.map(row => {
    const [name, megabytes, live, dead, vacuums] = row.split('|') as [string, ...string[]];
    return { name, megabytes: Number(megabytes), live: Number(live), dead: Number(dead), vacuums: Number(vacuums) };
  });
}
