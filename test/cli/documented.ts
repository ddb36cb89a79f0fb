import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Environment, runCommand } from '../processes/nameyard.js';
import { CLI, ROOT } from '../support/paths.js';

/** A file of the repository. */
export const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** The source of a page of the documentation. */
export const page = (name: string) => read(`apps/docs/pages/${name}.md`);

/** Code blocks of a language that contain a text. */
export const blocksOf = (markdown: string, language: string, containing = ''): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))]
    .map(([, block = '']) => block)
    .filter(block => block.includes(containing));

/** Makes `nameyard` and `npm run cli --` run the built command line. */
const SHELL = `nameyard() { node '${CLI}' "$@"; }; npm() { shift 3; nameyard "$@"; }\n`;

/** Runs a script with `nameyard` in the path, and returns its output. */
export async function bash(script: string, env: Environment = {}, cwd?: string): Promise<string> {
  const options = { timeout: 200_000, cwd, env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...env } };
  return (await promisify(execFile)('bash', ['-ec', SHELL + script], options)).stdout;
}

/** The arguments of the `nameyard` commands of a script, split by a shell. */
export async function commandsIn(script: string): Promise<string[][]> {
  const output = await bash(`nameyard() { printf '%s\\0' "$@"; echo; }\n${script}`);
  return output
    .trimEnd()
    .split('\n')
    .map(line => line.split('\0').slice(0, -1));
}

/** Runs a command in this process, and returns its output. */
export async function runHere(args: string[], env: Environment): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, env);
  if (code !== 0) throw new Error(`nameyard ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

/** Runs the `nameyard` commands of a script in this process, and returns their output. */
export async function runAllHere(script: string, env: Environment): Promise<string> {
  let output = '';
  for (const args of await commandsIn(script)) output += await runHere(args, env);
  return output;
}
