import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Settings } from '#platform/process/config';
import { UsageError } from '#platform/http/errors';

const MIN_LENGTH = 12;

/** Returns BACKUP_PASSPHRASE, or prompts for it without echo. */
export async function readPassphrase({ backupPassphrase }: Settings): Promise<string> {
  const passphrase = backupPassphrase ?? (await ask());
  if (passphrase.length >= MIN_LENGTH) return passphrase;
  throw new UsageError(`The passphrase must have at least ${MIN_LENGTH} characters.`);
}

async function ask(): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('Set BACKUP_PASSPHRASE to the passphrase of the backup.');
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  process.stderr.write('Passphrase of the backup: ');
  try {
    return await new Promise<string>((resolve, reject) => {
      terminal.question('', resolve);
      // After Ctrl-C or Ctrl-D.
      terminal.once('close', () => reject(new UsageError('Canceled.')));
    });
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
