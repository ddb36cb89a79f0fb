import type { Command } from 'commander';
import { start } from '../start/start.js';

export function addStart(program: Command): void {
  program
    .command('start')
    .description('run everything in one process; without DATABASE_URL with a PostgreSQL of its own in DATA_DIR')
    .action(() => start(process.env));
}
