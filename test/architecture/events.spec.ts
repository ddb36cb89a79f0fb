import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES } from '#webhooks';
import { expectGolden, exportsOf } from '../support/golden.js';

const LIBS = join(import.meta.dirname, '../../libs');

/** Modules with events that receivers can subscribe to. */
const MODULES = readdirSync(LIBS).filter(
  module => module !== 'platform' && existsSync(join(LIBS, module, 'events/index.ts')),
);

describe.each(MODULES)('the event catalogue of %s', module => {
  const folder = join(LIBS, module, 'events');
  const files = readdirSync(folder).filter(file => file.endsWith('.ts') && file !== 'index.ts');

  it('exports every event file', () => {
    expectGolden(join(folder, 'index.ts'), exportsOf(folder));
  });

  it('declares each type once, and receivers can subscribe to all', () => {
    const sources = files.map(file => readFileSync(join(folder, file), 'utf8'));
    const types = sources.flatMap(source => [...source.matchAll(/\n  type: '([a-z._]+)',/g)].map(([, type]) => type));
    expect(types.length).toBeGreaterThan(0);
    expect(new Set(types).size).toBe(types.length);
    expect(EVENT_TYPES).toEqual(expect.arrayContaining(types));
  });
});
