import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { newSecret } from '#webhooks';
import { notice } from '../output.js';

interface StoredSecret {
  secret: string;
  /** Null if the secret could not be stored. */
  file: string | null;
}

const SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

/**
 * Returns the secret that signs the forwarded events of a tenant. It is the same for each run of a user of this machine, so
 * that the endpoint needs to be configured once. Only the user can read the file.
 */
export async function storedSecret(tenant: string, { replace }: { replace: boolean }): Promise<StoredSecret> {
  const file = join(stateFolder(), 'listen', `${encodeURIComponent(tenant)}.secret`);
  try {
    if (replace) await rm(file, { force: true });
    return { secret: (await readSecret(file)) ?? (await createSecret(file)), file };
  } catch (error) {
    notice(`The secret is only valid for this run, because ${file} cannot be used: ${(error as Error).message}`);
    return { secret: newSecret(), file: null };
  }
}

/** The folder for files that programs keep between runs, by the XDG base directory specification. */
function stateFolder(): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: windows } = process.env;
  if (state && isAbsolute(state)) return join(state, 'nameyard');
  return process.platform === 'win32' && windows ? join(windows, 'nameyard') : join(homedir(), '.local/state/nameyard');
}

async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (text === '') return undefined;
  if (!SECRET.test(text.trim())) throw new Error('it contains no secret; --new-secret replaces it');
  await chmod(file, 0o600);
  return text.trim();
}

/** Another run may create the file at the same time; both then use its secret. */
async function createSecret(file: string): Promise<string> {
  const secret = newSecret();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readSecret(file)) ?? secret;
  }
}
