import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, temporaryFolder } from '../support/paths.js';
import { run } from './run.js';
import { CLIENT_TARBALL, NAMEYARD_TARBALL } from './tarballs.js';

const TARBALLS: Record<string, string> = { 'nameyard-client': CLIENT_TARBALL, nameyard: NAMEYARD_TARBALL };

/** A project of a consumer: an empty folder in which both packages are installed. */
export class Project {
  readonly folder = temporaryFolder();

  /** @param commands `npm install` commands of the READMEs, which run as one */
  install(commands: string[]): void {
    writeFileSync(join(this.folder, 'package.json'), '{ "name": "shop", "version": "1.0.0", "private": true }');
    const files = commands.map(command => /^npm install (?:--save-dev )?\.\/([\w-]+)-[\d.]+\.tgz$/.exec(command)![1]!);
    const tarballs = files.map(name => TARBALLS[name]!);
    run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], this.folder);
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  read(...parts: string[]): string {
    return readFileSync(this.path(...parts), 'utf8');
  }

  write(file: string, text: string): string {
    writeFileSync(this.path(file), text);
    return file;
  }

  run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
    return run(command, args, this.folder, env);
  }

  /** Type-checks files with strict options, and writes their JavaScript. */
  compile(files: string[], options: object): void {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      skipLibCheck: false,
      skipDefaultLibCheck: true,
      target: 'es2022',
      lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      ...options,
    };
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    this.run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.']);
  }
}
