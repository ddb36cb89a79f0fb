import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { BENCH, ROOT } from '../stage/places.js';

const RESULTS = join(BENCH, 'results');

/** Where and when it was measured: without that a figure says little. */
export function circumstances() {
  return {
    at: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    loadBefore: loadavg().map(load => load.toFixed(2)),
  };
}

export type Circumstances = ReturnType<typeof circumstances>;

/** Writes both forms, and gives where they are. */
export function write(name: string, around: Circumstances, markdown: string, json: object): string[] {
  mkdirSync(RESULTS, { recursive: true });
  const stem = join(RESULTS, `${around.at.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${name}`);
  const head = `# Bench: ${name}\n\n${around.at}, commit ${around.commit}, Node ${around.node}, ${around.machine}, load average before ${around.loadBefore.join(' ')}\n\n`;
  writeFileSync(`${stem}.md`, head + markdown);
  writeFileSync(`${stem}.json`, `${JSON.stringify({ ...around, ...json }, null, 2)}\n`);
  return ['md', 'json'].map(ending => relative(ROOT, `${stem}.${ending}`));
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
  } catch {
    return 'unknown';
  }
}
