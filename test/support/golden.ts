import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../golden');

/**
 * Compares a text with its committed version, so that every change is reviewed.
 * `UPDATE_GOLDEN=1 npm test -- architecture` rewrites it.
 */
export function expectGolden(name: string, text: string): void {
  const path = join(FOLDER, name);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, text);
  }
  expect(text).toBe(readFileSync(path, 'utf8'));
}
