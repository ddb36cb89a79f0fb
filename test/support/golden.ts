import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = join(import.meta.dirname, '../golden');

/**
 * Compares a text with the one that was committed under this name, so that a change of it is seen and meant.
 * `UPDATE_GOLDEN=1 npm test -- architecture` writes it anew.
 */
export function expectGolden(name: string, text: string): void {
  const path = resolve(FOLDER, name);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, text);
  }
  expect(text).toBe(readFileSync(path, 'utf8'));
}
