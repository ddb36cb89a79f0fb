/** The licenses of the packages whose code is in a bundle. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The packages whose modules are in the output of rolldown. */
export function packagesIn(output) {
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const folders = new Set(modules.flatMap(id => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []));
  return [...folders].map(readPackage);
}

/** The license of a package without code, for example of a font. */
export const packageIn = name => readPackage(join(import.meta.dirname, '../../node_modules', name));

function readPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter(file => LICENSE_FILE.test(file));
  const text = files.map(file => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return { name, version, identifier: license, text };
}

/** Formats each package once, in alphabetical order. */
export function formatLicenses(packages) {
  const unique = new Map(packages.map(entry => [`${entry.name}@${entry.version}`, entry]));
  const sections = [...unique.keys()].sort().map(id => formatPackage(id, unique.get(id)));
  return `This package contains code of the following packages.\n\n${sections.join('\n')}`;
}

const formatPackage = (id, { identifier, text }) =>
  `${'-'.repeat(80)}\n${id}${identifier ? ` (${identifier})` : ''}\n\n${text || 'The package contains no license text.'}\n`;
