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

  it('declares one event type per file, named like the file', () => {
    const types = files.map(file => /\n  type: '([a-z._]+)',/.exec(readFileSync(join(folder, file), 'utf8'))?.[1]);
    expect(types.map(type => `${type?.replace(/[._]/g, '-')}.ts`)).toEqual(files);
    expect(EVENT_TYPES).toEqual(expect.arrayContaining(types));
  });
});
