import { spawnSync } from 'node:child_process';

/** Runs a program with a minimal environment and returns its standard output. */
export function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: { PATH, HOME, ...env } });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
