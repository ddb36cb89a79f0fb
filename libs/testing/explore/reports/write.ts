import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { ExploreOptions } from '../options.js';
import type { Report } from '../report.js';
import { type Certificate, certificateHtmlOf, certificateOf, type CertificateSubject } from './certificate.js';
import { htmlOf } from './html.js';
import { junitOf } from './junit.js';
import { testOf } from './test-of.js';

/** Writes `findings.json` (the whole report), `junit.xml` and `report.html` into a folder. */
export const writeReports = (report: Report, folder: string): Promise<void> =>
  write(folder, { 'findings.json': json(report), 'junit.xml': junitOf(report), 'report.html': htmlOf(report) });

/** Writes `certificate.json` and `certificate.html` into a folder. */
export async function writeCertificate(
  report: Report,
  folder: string,
  subject: CertificateSubject,
): Promise<Certificate> {
  const certificate = certificateOf(report, subject);
  await write(folder, { 'certificate.json': json(certificate), 'certificate.html': certificateHtmlOf(certificate) });
  return certificate;
}

/**
 * Writes the findings as a test for Vitest, or for Jest if the nearest `package.json` has Jest but not Vitest.
 * @param config path of the file that exports the options with functions
 */
export async function writeTest(
  report: Report,
  file: string,
  { config, ...options }: Partial<ExploreOptions> & { config?: string | undefined },
): Promise<void> {
  const runner = await runnerOf(dirname(resolve(file)));
  const isModule = runner === 'vitest' || /\.(?:mjs|m?tsx?)$/.test(file);
  const module = config && `./${relative(dirname(file), config).replaceAll('\\', '/')}`.replace('./../', '../');
  await write(dirname(file), {});
  await writeFile(file, testOf(report, { runner, options, config: module, isModule }), { flag: 'wx' });
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

async function runnerOf(folder: string): Promise<'vitest' | 'jest'> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined && folder !== dirname(folder)) return runnerOf(dirname(folder));
  const { dependencies, devDependencies } = JSON.parse(text ?? '{}') as Manifest;
  const names = Object.keys({ ...dependencies, ...devDependencies });
  return names.includes('jest') && !names.includes('vitest') ? 'jest' : 'vitest';
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

async function write(folder: string, files: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}
