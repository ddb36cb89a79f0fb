/** The wheel of the Python package `nameyard`, as `python3 -m build` builds it from `pyproject.toml`. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages, readFiles, repository, root } from './package-folder.mjs';
import { zip } from './zip.mjs';

export function packPythonClient() {
  const { version } = repository;
  const folder = join(root, 'libs/client-python');
  const project = readFileSync(join(folder, 'pyproject.toml'), 'utf8');
  const fieldOf = name => new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)[1];
  const files = readFiles(join(folder, 'src'), path => /\.py$|py\.typed$/.test(path));
  const info = `nameyard-${version}.dist-info`;
  const metadata = [
    'Metadata-Version: 2.4',
    'Name: nameyard',
    `Version: ${version}`,
    `Summary: ${fieldOf('description')}`,
    'Classifier: Typing :: Typed',
    `Requires-Python: ${fieldOf('requires-python')}`,
    'Description-Content-Type: text/markdown',
  ].join('\n');
  files[`${info}/METADATA`] = Buffer.from(`${metadata}\n\n${readFileSync(join(folder, 'README.md'), 'utf8')}`);
  files[`${info}/WHEEL`] = Buffer.from(
    'Wheel-Version: 1.0\nGenerator: nameyard\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  );
  const [, plugin] = /\[project\.entry-points\.pytest11\]\n(.*)\n/.exec(project);
  files[`${info}/entry_points.txt`] = Buffer.from(`[pytest11]\n${plugin.replaceAll('"', '')}\n`);
  files[`${info}/RECORD`] = Buffer.from(recordOf(files, `${info}/RECORD`));
  writeFileSync(join(packages, `nameyard-${version}-py3-none-any.whl`), zip(files));
}

/** The file RECORD: the hashes of all files except its own. */
function recordOf(files, own) {
  const lines = Object.entries(files).map(([name, content]) => {
    const hash = createHash('sha256').update(content).digest('base64url');
    return `${name},sha256=${hash},${content.length}\n`;
  });
  return `${lines.join('')}${own},,\n`;
}
