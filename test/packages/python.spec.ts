import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CLI, ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { run } from './run.js';
import { packOnce, PYTHON_WHEEL, repository } from './tarballs.js';

const project = join(ROOT, 'libs/client-python');
const PROGRAM = `
import nameyard
print(nameyard.Nameyard("http://127.0.0.1:3000/api/v1", "demo", "key"), nameyard.__version__)
`;
const SERVER_OF_WORLD = `

def test_server(world: World) -> None:
    with open("servers", "a") as file:
        print(world.base_url, file=file)
`;
const KIT = { NAMEYARD_COMMAND: `${process.execPath} ${CLI}`, PYTHONDONTWRITEBYTECODE: '1' };
const TOOLS = [
  'build==1.6.1',
  'hatchling==1.33.0',
  'mypy==2.4.1',
  'pytest==9.2.0',
  'pytest-xdist==3.8.0',
  'ruff==0.17.5',
];

describeWith('python3', 'the wheel of the Python client', () => {
  const folder = temporaryFolder();
  const python = join(folder, '.venv/bin/python');

  it('is installed by the command of libs/client-python/README.md in an empty project', async () => {
    await packOnce();
    const [, install] = /```sh\n(.*?)```/s.exec(readFileSync(join(project, 'README.md'), 'utf8'))!;
    cpSync(PYTHON_WHEEL, join(folder, basename(PYTHON_WHEEL)));
    run('sh', ['-ec', install!], folder, { PIP_NO_INDEX: '1' });
    const client = 'Nameyard(http://127.0.0.1:3000/api/v1, demo)';
    expect(run(python, ['-c', PROGRAM], folder)).toBe(`${client} ${repository.version}\n`);
    expect(run(python, ['-m', 'pip', 'check'], folder)).toBe('No broken requirements found.\n');
  });

  it('has the files that hatchling builds', () => {
    run(python, ['-m', 'pip', 'install', '--quiet', ...TOOLS], folder);
    run(python, ['-m', 'build', '--no-isolation', '--wheel', '--outdir', join(folder, 'built'), project], folder);
    const namesIn = (wheel: string) => {
      const names = execFileSync(python, ['-m', 'zipfile', '-l', wheel], { encoding: 'utf8' });
      return [...names.matchAll(/^(\S+\/\S+)/gm)].map(([, name]) => name).sort();
    };
    expect(namesIn(PYTHON_WHEEL)).toEqual(namesIn(join(folder, 'built', basename(PYTHON_WHEEL))));
  });

  it('has sources that pass ruff, mypy and pytest, with a server started by the test kit', () => {
    const cache = { MYPY_CACHE_DIR: join(folder, 'mypy'), RUFF_NO_CACHE: 'true', PYTHONDONTWRITEBYTECODE: '1' };
    run(python, ['-m', 'ruff', 'format', '--check', '.'], project, cache);
    run(python, ['-m', 'ruff', 'check', '.'], project, cache);
    run(python, ['-m', 'mypy'], project, cache);
    run(python, ['-m', 'pytest', '-p', 'no:cacheprovider'], project, { ...cache, ...KIT });
  });

  it('runs the test of libs/client-python/docs/testing.md, and shares a server between the workers of pytest-xdist', () => {
    const page = readFileSync(join(project, 'docs/testing.md'), 'utf8');
    const [, code] = /```python\n(.*?)```/s.exec(page)!;
    for (const name of ['one', 'two']) writeFileSync(join(folder, `test_${name}.py`), code! + SERVER_OF_WORLD);
    const output = run(python, ['-m', 'pytest', '-n', '2', '--dist', 'loadfile'], folder, KIT);
    expect(output).toContain('4 passed');
    const servers = readFileSync(join(folder, 'servers'), 'utf8').trim().split('\n');
    expect(servers).toEqual([servers[0], servers[0]]);
    expect(run(python, ['-m', 'mypy', '--strict', 'test_one.py'], folder)).toContain('no issues');
  });
});
