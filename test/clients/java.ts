import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, temporaryFolder } from '../support/paths.js';

const execute = promisify(execFile);

export const JAVA_CLIENT = join(ROOT, 'libs/client-java');

let classes: Promise<string> | undefined;

/** Compiles the client with its runner and without the test kit, which needs Maven; returns the folder of the classes. */
export function compileClient(): Promise<string> {
  return (classes ??= compile(temporaryFolder()));
}

async function compile(folder: string): Promise<string> {
  const sources = ['src/main/java', 'conformance'].flatMap(name =>
    readdirSync(join(JAVA_CLIENT, name), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.java') && !file.startsWith('dev/nameyard/testing/'))
      .map(file => join(JAVA_CLIENT, name, file)),
  );
  // The runner finds arguments by the names of parameters.
  const options = [
    '-parameters',
    '-proc:none',
    '-Xlint:all',
    '-Werror',
    '--release',
    '17',
    '-encoding',
    'UTF-8',
    '-d',
    folder,
  ];
  await execute('javac', [...options, ...sources]);
  return folder;
}
