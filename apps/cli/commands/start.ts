import type { Command } from 'commander';
import { start } from '../start/start.js';

export function define(command: Command): void {
  command.action(() => start(process.env));
}
