import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyFromFile } from './key-file.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nameyard-key-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'data', 'encryption.key');

describe('the key in DATA_DIR', () => {
  it('is made when there is none, for its owner alone, and is the same from then on', () => {
    const key = keyFromFile(join(folder, 'data'));
    expect(key).toHaveLength(32);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(keyFromFile(join(folder, 'data'))).toEqual(key);
    expect(readdirSync(join(folder, 'data'))).toEqual(['encryption.key']);
    expect(readFileSync(file(), 'utf8')).toBe(`${key.toString('base64')}\n`);
  });

  it('is refused when others can read it, with the mend', () => {
    keyFromFile(join(folder, 'data'));
    chmodSync(file(), 0o640);
    expect(() => keyFromFile(join(folder, 'data'))).toThrow(`chmod 600 ${file()}`);
  });

  it('is refused when it is damaged, and left as it is', () => {
    keyFromFile(join(folder, 'data'));
    writeFileSync(file(), 'short');
    expect(() => keyFromFile(join(folder, 'data'))).toThrow('it must hold 32 bytes in base64');
    expect(readFileSync(file(), 'utf8')).toBe('short');
  });

  it('needs a folder that can be written to', () => {
    writeFileSync(join(folder, 'data'), 'a file');
    expect(() => keyFromFile(join(folder, 'data'))).toThrow('Set ENCRYPTION_KEY, or DATA_DIR');
  });
});
