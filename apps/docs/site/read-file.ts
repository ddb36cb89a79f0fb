import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository, or `dist`. */
const ROOT = join(import.meta.dirname, '../../..');

/** Reads a file of the repository, which the build copies below `dist`. */
export const readFile = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
