import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeyFile } from './key-file.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nameyard-key-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'data', 'encryption.key');

describe('readKeyFile', () => {
  it('creates a file that only its owner can read, and reads it again', () => {
    const key = readKeyFile(join(folder, 'data'));
    expect(key).toHaveLength(32);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readKeyFile(join(folder, 'data'))).toEqual(key);
    expect(readdirSync(join(folder, 'data'))).toEqual(['encryption.key']);
    expect(readFileSync(file(), 'utf8')).toBe(`${key.toString('base64')}\n`);
  });

  it('rejects a file that other users can read', () => {
    readKeyFile(join(folder, 'data'));
    chmodSync(file(), 0o640);
    expect(() => readKeyFile(join(folder, 'data'))).toThrow(`chmod 600 ${file()}`);
  });

  it('rejects a damaged file without changing it', () => {
    readKeyFile(join(folder, 'data'));
    writeFileSync(file(), 'short');
    expect(() => readKeyFile(join(folder, 'data'))).toThrow('it must contain 32 bytes in base64');
    expect(readFileSync(file(), 'utf8')).toBe('short');
  });

  it('requires a writable folder', () => {
    writeFileSync(join(folder, 'data'), 'a file');
    expect(() => readKeyFile(join(folder, 'data'))).toThrow('Set ENCRYPTION_KEY, or set DATA_DIR');
  });
});
