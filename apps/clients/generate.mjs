/**
 * Generates types, events, errors and methods of the clients in other languages than TypeScript, and the snippets of the API
 * reference: `node apps/clients/generate.mjs`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readResources } from './methods.mjs';
import { readModel } from './model.mjs';
import { go } from './go.mjs';
import { java } from './java.mjs';
import { php } from './php.mjs';
import { python } from './python.mjs';
import { snippets } from './snippets.mjs';

const root = join(import.meta.dirname, '../..');
const document = JSON.parse(readFileSync(join(root, 'test/golden/openapi.json'), 'utf8'));
const model = readModel(document);
model.resources = readResources(document, model.types);
const isCheck = process.argv.includes('--check');
const stale = [];

const files = { ...go(model), ...java(model), ...php(model), ...python(model), ...snippets(model, document) };

for (const [path, text] of Object.entries(files)) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  stale.push(path);
  if (isCheck) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
if (isCheck && stale.length > 0) {
  process.stderr.write(`Stale: ${stale.join(', ')}. Run node apps/clients/generate.mjs.\n`);
  process.exit(1);
}
