import { existsSync, rmSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { nameyard } from '../processes/nameyard.js';
import { ROOT } from '../processes/places.js';

const folder = join(ROOT, 'dist/.compile-cache');

describe('the compile cache', () => {
  it('is written to dist if Node.js supports it', async () => {
    rmSync(folder, { recursive: true, force: true });
    expect((await nameyard(['--help'], {})).code).toBe(0);
    expect(existsSync(folder)).toBe('enableCompileCache' in module);
  });
});
