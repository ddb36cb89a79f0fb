import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { UsageError } from '../../http/errors/usage-error.js';

/**
 * A file of text lines, compressed and encrypted with AES-256-GCM. It begins with this text, the salt of the passphrase's
 * key, the nonce, and a tag by which a wrong passphrase is recognized; it ends with the tag of the content.
 */
const MAGIC = Buffer.from('nameyard backup 1\n');
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = MAGIC.length + SALT_BYTES + NONCE_BYTES + TAG_BYTES;
const ALGORITHM = 'aes-256-gcm';

/** About 128 MiB and half a second for each guess of the passphrase (RFC 7914). */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

/** Writes the lines. The file appears when it is complete. */
export async function writeSealed(path: string, passphrase: string, lines: AsyncIterable<string>): Promise<void> {
  // A process that was killed may have left another draft.
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const key = scryptSync(passphrase, salt, 32, COST);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  try {
    const output = createWriteStream(draft, { mode: 0o600, flags: 'wx' });
    output.write(Buffer.concat([MAGIC, salt, nonce, passphraseTag(key, nonce)]));
    const withBreaks = async function* () {
      for await (const line of lines) yield `${line}\n`;
    };
    const content = async function* (sealed: AsyncIterable<Buffer>) {
      yield* sealed;
      yield cipher.getAuthTag();
    };
    await pipeline(Readable.from(withBreaks()), createGzip(), cipher, content, output);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Yields the lines. Only after the last one is certain that the file was not modified.
 * @throws UsageError when the file is no backup or damaged, or the passphrase is wrong
 */
export async function* readSealed(path: string, passphrase: string): AsyncGenerator<string> {
  const { header, tag, end } = await readEnds(path);
  const salt = header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  const nonce = header.subarray(MAGIC.length + SALT_BYTES, HEADER_BYTES - TAG_BYTES);
  const key = scryptSync(passphrase, salt, 32, COST);
  if (!header.subarray(-TAG_BYTES).equals(passphraseTag(key, nonce)))
    throw new UsageError(`The passphrase is not the one of ${path}.`);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAuthTag(tag);
  const plain = createGunzip();
  const done = pipeline(createReadStream(path, { start: HEADER_BYTES, end }), decipher, plain);
  const damaged = () => new UsageError(`The backup ${path} is damaged: its content was changed or is incomplete.`);
  done.catch(() => {});
  try {
    yield* linesOf(plain.setEncoding('utf8'));
    await done;
  } catch (error) {
    // An error of the consumer is thrown where it consumes, not here.
    throw await done.then(() => error).catch(damaged);
  }
}

/** Splits only at line feeds: `node:readline` also splits at U+2028, which JSON texts may contain. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Depends on the key only: the tag of an empty text under a nonce that the content does not use. */
function passphraseTag(key: Buffer, nonce: Buffer): Buffer {
  const other = Buffer.from(nonce.map(byte => byte ^ 0xff));
  const cipher = createCipheriv(ALGORITHM, key, other);
  cipher.final();
  return cipher.getAuthTag();
}

async function readEnds(path: string): Promise<{ header: Buffer; tag: Buffer; end: number }> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`Cannot read ${path}: ${error.code}.`);
  });
  try {
    const { size } = await file.stat();
    const header = Buffer.alloc(HEADER_BYTES);
    const tag = Buffer.alloc(TAG_BYTES);
    await file.read(header, 0, HEADER_BYTES, 0);
    if (size <= HEADER_BYTES + TAG_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
      throw new UsageError(`${path} is not a backup of Nameyard.`);
    await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
    return { header, tag, end: size - TAG_BYTES - 1 };
  } finally {
    await file.close();
  }
}
