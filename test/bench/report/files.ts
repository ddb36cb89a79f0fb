import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { BENCH, ROOT } from '../stage/paths.js';

const RESULTS = join(BENCH, 'results');

/** Machine, version and time of the measurement. */
export function describeEnvironment() {
  return {
    at: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    loadBefore: loadavg().map(load => load.toFixed(2)),
  };
}

export type Environment = ReturnType<typeof describeEnvironment>;

/** Path of a report without its extension. */
export function stemOf(name: string, { at }: Environment): string {
  mkdirSync(RESULTS, { recursive: true });
  return join(RESULTS, `${at.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${name}`);
}

/** Writes the Markdown and JSON reports; returns their paths. */
export function write(name: string, environment: Environment, markdown: string, json: object): string[] {
  const stem = stemOf(name, environment);
  const head = `# Bench: ${name}\n\n${environment.at}, commit ${environment.commit}, Node ${environment.node}, ${environment.machine}, load average before ${environment.loadBefore.join(' ')}\n\n`;
  writeFileSync(`${stem}.md`, head + markdown);
  writeFileSync(`${stem}.json`, `${JSON.stringify({ ...environment, ...json }, null, 2)}\n`);
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
