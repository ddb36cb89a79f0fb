import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, temporaryFolder } from '../support/paths.js';

/** A small bundle: two files that require each other, and an external module. */
const PART = `exports.greeting = name => 'Hello, ' + name + '!';`;
const MAIN = `const { greeting } = require('./shared/part.cjs');
console.log(greeting(require('node:path').basename('/somewhere/Ada')));
require('node:diagnostics_channel').channel('nameyard.runs').publish({});`;

let folder: string;
let bytecode: string;

beforeEach(async () => {
  folder = temporaryFolder();
  bytecode = join(folder, 'shared/part.cjs.bytecode');
  await mkdir(join(folder, 'shared'), { recursive: true });
  await copyFile(join(ROOT, 'apps/load.cjs'), join(folder, 'load.cjs'));
  await writeFile(join(folder, 'shared/part.cjs'), PART);
  await writeFile(join(folder, 'main.cjs'), MAIN);
});

async function run(): Promise<string> {
  const code = `require('./load.cjs').load(require('node:path').resolve('main.cjs'))`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['-e', code], { cwd: folder });
  return stdout + stderr;
}

/** Modification time of the bytecode, which stays the same when it is used. */
const written = async () => (await stat(bytecode, { bigint: true })).mtimeNs;

describe('bundle', () => {
  it('is compiled by the first process and reused by the next', async () => {
    expect(await run()).toBe('Hello, Ada!\n');
    const first = await written();
    expect(await run()).toBe('Hello, Ada!\n');
    expect(await written()).toBe(first);
  });

  it('is recompiled after a change of the same length', async () => {
    await run();
    await writeFile(join(folder, 'shared/part.cjs'), PART.replace('Hello', 'Howdy'));
    const later = new Date(Date.now() + 5_000);
    await utimes(join(folder, 'shared/part.cjs'), later, later);
    expect(await run()).toBe('Howdy, Ada!\n');
  });

  it('is recompiled when the bytecode is invalid', async () => {
    await run();
    await writeFile(bytecode, 'something else');
    expect(await run()).toBe('Hello, Ada!\n');
    expect((await readFile(bytecode)).length).toBeGreaterThan(100);
  });

  it('runs when the bytecode cannot be written', async () => {
    await mkdir(bytecode);
    expect(await run()).toBe('Hello, Ada!\n');
    expect(await readdir(join(folder, 'shared'))).toEqual(['part.cjs', 'part.cjs.bytecode']);
  });
});
