import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const FOLDER = join(import.meta.dirname, '../golden');

export const isUpdatingGoldens = process.env['UPDATE_GOLDEN'] === '1';

export const goldenPath = (name: string): string => resolve(FOLDER, name);

/**
 * Compares a text with its committed version, so that every change is reviewed.
 * `UPDATE_GOLDEN=1 npm test -- architecture` rewrites it.
 */
export function expectGolden(name: string, text: string): void {
  const path = goldenPath(name);
  if (isUpdatingGoldens) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(text).toBe(readFileSync(path, 'utf8'));
}

/** The contents of `index.ts` of a folder that exports all its files. */
export function exportsOf(folder: string): string {
  const files = readdirSync(folder).filter(file => file.endsWith('.ts') && file !== 'index.ts');
  return files
    .toSorted()
    .map(file => `export * from './${file.replace(/ts$/, 'js')}';\n`)
    .join('');
}
