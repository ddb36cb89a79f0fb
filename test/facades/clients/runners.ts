import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Program, testEnvironment } from '../../processes/program.js';
import { registerCleanup } from '../../support/cleanup.js';
import { ROOT, temporaryFolder } from '../../support/paths.js';
import type { Played } from './prepare.js';

/** What a client returned or threw. */
export interface Outcome {
  data?: unknown;
  error?: { status: number | null; fields?: string[]; codes?: number[] };
  /** Whether the client does not have the call. */
  missing?: boolean;
  /** An error of the runner itself. */
  crash?: string;
}

export type Language = 'node' | 'python' | 'go' | 'java';

interface Installation {
  /** Pins the versions of the clients. */
  lock: string;
  install(folder: string): [command: string, ...args: string[]];
  run(folder: string): [command: string, ...args: string[]];
}

const HERE = import.meta.dirname;

const PROGRAMS: Record<Language, Installation> = {
  node: {
    lock: 'package-lock.json',
    install: () => ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    run: () => ['node', 'runner.mjs'],
  },
  python: {
    lock: 'requirements.txt',
    install: folder =>
      'python3 -m pip install --quiet --disable-pip-version-check --break-system-packages --root-user-action=ignore -r requirements.txt --target'
        .split(' ')
        .concat(folder) as [string],
    run: () => ['python3', 'runner.py'],
  },
  go: {
    lock: 'go.sum',
    install: folder => ['go', 'build', '-o', join(folder, 'runner'), '.'],
    run: folder => [join(folder, 'runner')],
  },
  java: {
    lock: 'pom.xml',
    install: folder => ['mvn', '-B', '-q', '-U', 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`],
    run: folder => ['java', '-cp', join(folder, '*'), 'Runner.java'],
  },
};

/** Installs the clients of a language once for each version of its files, and returns the folder. */
export function install(language: Language): string {
  const { lock, install } = PROGRAMS[language];
  const cwd = join(HERE, language);
  const folder = language === 'node' ? join(cwd, 'node_modules') : join(ROOT, 'node_modules/.cache/facades', language);
  const sources = [lock, ...(language === 'go' ? ['main.go', 'go.mod'] : [])];
  const version = createHash('sha256');
  for (const file of sources) version.update(readFileSync(join(cwd, file)));
  if (language === 'java') version.update(process.env['DNSIMPLE_JAVA_REPOSITORY'] ?? '');
  const digest = version.digest('hex');
  const stamp = join(folder, 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [command, ...args] = install(folder);
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(error?.message ?? `${stdout}${stderr}`);
  writeFileSync(stamp, digest);
  return folder;
}

/** What Maven says of an artifact that its registry does not have, or does not serve. */
const NOT_SERVED = /(com\.dnsimple:dnsimple-java:\w+:[\d.]+) (?:in |was not found in |from\/to .*\b40[134]\b)/;

/** Why the Java client cannot be installed, if the registry does not serve it. Other errors are thrown. */
export function javaObstacle(): string | undefined {
  try {
    install('java');
    return undefined;
  } catch (error) {
    const [, artifact] = NOT_SERVED.exec((error as Error).message) ?? [];
    if (artifact === undefined) throw error;
    return `the Maven registry does not serve ${artifact}`;
  }
}

/** The variables with which clients trust the certificate, in the lines that `nameyard start --tls` prints. */
export function trustIn(printed: string): Record<string, string> {
  const assignments = printed.match(/^ {2}[A-Z_]+=.*$/gm) ?? [];
  const output = execFileSync('bash', ['-ec', `env -i ${assignments.join(' ')} env -0`], { encoding: 'utf8' });
  return Object.fromEntries(
    output
      .split('\0')
      .filter(Boolean)
      .map(line => line.split(/=(.*)/s, 2)),
  );
}

/** Runs the command of these lines that creates the trust store for Java. */
export const createTrustStore = (printed: string): unknown =>
  execFileSync('bash', ['-ec', /^ {2}keytool .*$/m.exec(printed)![0]], { stdio: 'pipe' });

/** Runs a program in a folder of its own, and returns what it prints. */
export async function runProgram(language: Language, source: string, variables: object): Promise<string> {
  const installed = install(language);
  const folder = temporaryFolder();
  const { file, run } = DOCUMENTED[language];
  writeFileSync(join(folder, file), source);
  if (language === 'node') symlinkSync(installed, join(folder, 'node_modules'));
  if (language === 'go') for (const name of ['go.mod', 'go.sum']) cpSync(join(HERE, 'go', name), join(folder, name));
  const [command, ...args] = run(installed);
  const env = { ...variables, PYTHONPATH: installed };
  const { code, stdout, stderr } = await new Program(command, args, env, { cwd: folder }).exited;
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}

const DOCUMENTED: Record<Language, { file: string; run(installed: string): [string, ...string[]] }> = {
  node: { file: 'main.mjs', run: () => ['node', 'main.mjs'] },
  python: { file: 'main.py', run: () => ['python3', 'main.py'] },
  go: { file: 'main.go', run: () => ['go', 'run', '.'] },
  java: { file: 'Main.java', run: installed => ['java', '-cp', join(installed, '*'), 'Main.java'] },
};

/** A program that plays rows with the clients of a language, one after the other. */
export class Runner {
  private readonly ask: (row: object) => Promise<Outcome>;

  constructor(
    language: Language,
    private readonly origin: string,
    trust: Record<string, string>,
  ) {
    const folder = install(language);
    const [command, ...args] = PROGRAMS[language].run(folder);
    const env = { ...testEnvironment(), ...trust, NODE_OPTIONS: '', PYTHONPATH: folder };
    const child = spawn(command, args, { cwd: join(HERE, language), env, stdio: ['pipe', 'pipe', 'pipe'] });
    registerCleanup(() => void child.kill('SIGKILL'));
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const ended = new Promise<never>((_, reject) =>
      child.once('error', reject).once('close', () => reject(new Error(errors))),
    );
    ended.catch(() => {});
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.ask = async row => {
      child.stdin.write(`${JSON.stringify(row)}\n`);
      const { value } = await Promise.race([lines.next(), ended]);
      return JSON.parse(value as string) as Outcome;
    };
  }

  play(row: Played): Promise<Outcome> {
    return this.ask({ ...row, base_url: this.origin + BASES[row.facade] });
  }
}

const BASES = { dnsimple: '/facades/dnsimple', cloudflare: '/facades/cloudflare/client/v4' };
