import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { UsageError } from '../../http/errors/usage-error.js';

/**
 * A file of text lines, compressed and encrypted with AES-256-GCM. It begins with this text, the salt of the key derivation,
 * and a tag that detects a wrong passphrase. Chunks follow: length, encrypted bytes, and authentication tag. The nonce is the
 * number of the chunk, so decryption fails if a chunk was removed or moved. An empty chunk marks the end of the file.
 */
const MAGIC = Buffer.from('nameyard backup 2\n');
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = MAGIC.length + SALT_BYTES + TAG_BYTES;
const LENGTH_BYTES = 4;
const ALGORITHM = 'aes-256-gcm';

/** Larger than any chunk of gzip output. The limit keeps a damaged length from exhausting the memory. */
const MAX_CHUNK_BYTES = 2 ** 20;

/** Parameters of scrypt (RFC 7914). Each guess of the passphrase costs about 128 MiB and half a second. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

const deriveKey = (passphrase: string, salt: Buffer) => scryptSync(passphrase, salt, 32, COST);

/** Writes the lines to standard output, or to the given path, where the file appears when it is complete. */
export async function writeSealed(
  path: string | undefined,
  passphrase: string,
  lines: AsyncIterable<string>,
): Promise<void> {
  if (path === undefined) {
    process.stdout.once('error', () => {}); // the callback gets it, too
    return seal(passphrase, lines, chunk => writeToStdout(chunk).catch(cannotWrite('standard output')));
  }
  // The random name avoids a draft that a killed process has left.
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(draft, 'wx', 0o600).catch(cannotWrite(path));
  try {
    await seal(passphrase, lines, chunk => file.writeFile(chunk).catch(cannotWrite(path)));
    await file.close().catch(cannotWrite(path));
    await rename(draft, path).catch(cannotWrite(path));
  } catch (error) {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

const writeToStdout = (chunk: Buffer) =>
  new Promise<void>((resolve, reject) => process.stdout.write(chunk, error => (error ? reject(error) : resolve())));

/** Tells errors of the output apart from those of the lines, which come from PostgreSQL. */
const cannotWrite = (name: string) => (error: NodeJS.ErrnoException) => {
  throw new UsageError(`Cannot write ${name}: ${error.code}.`);
};

async function seal(
  passphrase: string,
  lines: AsyncIterable<string>,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const salt = randomBytes(SALT_BYTES);
  const key = deriveKey(passphrase, salt);
  const withBreaks = async function* () {
    for await (const line of lines) yield `${line}\n`;
  };
  const sealed = async function* (chunks: AsyncIterable<Buffer>) {
    yield Buffer.concat([MAGIC, salt, passphraseTag(key)]);
    let number = 0;
    for await (const chunk of chunks) yield sealChunk(key, number++, chunk);
    yield sealChunk(key, number, Buffer.alloc(0));
  };
  const output = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) await write(chunk);
  };
  await pipeline(Readable.from(withBreaks()), createGzip(), sealed, output);
}

/**
 * Yields the lines of a file, or of standard input without a path. Each chunk is verified before its lines are yielded.
 * @throws UsageError when the file is unreadable, damaged or of another format, or the passphrase is wrong
 */
export async function* readSealed(path: string | undefined, passphrase: string): AsyncGenerator<string> {
  const plain = createGunzip();
  const done = pipeline(Readable.from(openChunks(path, passphrase)), plain);
  done.catch(() => {});
  try {
    yield* linesOf(plain.setEncoding('utf8'));
    await done;
  } catch (error) {
    // Errors of the code that consumes the lines do not arrive here, so the file could not be read.
    throw await done.then(() => error).catch((cause: unknown) => (cause instanceof UsageError ? cause : damaged(path)));
  }
}

async function* openChunks(path: string | undefined, passphrase: string): AsyncGenerator<Buffer> {
  const bytes = new ByteReader(path);
  const header = await bytes.read(HEADER_BYTES);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new UsageError(`${nameOf(path)} is not a backup of this version of Nameyard.`);
  const key = deriveKey(passphrase, header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES));
  if (!header.subarray(-TAG_BYTES).equals(passphraseTag(key)))
    throw new UsageError(`The passphrase is not the one of ${nameOf(path)}.`);
  for (let number = 0; ; number++) {
    const prefix = await bytes.read(LENGTH_BYTES);
    const length = prefix.length === LENGTH_BYTES ? prefix.readUInt32BE() : Infinity;
    if (length > MAX_CHUNK_BYTES) throw damaged(path);
    const chunk = openChunk(key, number, await bytes.read(length + TAG_BYTES));
    if (!chunk) throw damaged(path);
    if (chunk.length === 0) break;
    yield chunk;
  }
  if ((await bytes.read(1)).length > 0) throw damaged(path);
}

/** Reads a file or standard input, a given number of bytes at a time. */
class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private rest = Buffer.alloc(0);

  constructor(private readonly path: string | undefined) {
    const stream = path === undefined ? process.stdin : createReadStream(path);
    this.source = stream[Symbol.asyncIterator]();
  }

  /** Returns `count` bytes, or fewer at the end of the input. */
  async read(count: number): Promise<Buffer> {
    while (this.rest.length < count) {
      const { value, done } = await this.source.next().catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(`Cannot read ${nameOf(this.path)}: ${error.code}.`);
      });
      if (done) break;
      this.rest = Buffer.concat([this.rest, value]);
    }
    const bytes = this.rest.subarray(0, count);
    this.rest = this.rest.subarray(bytes.length);
    return bytes;
  }
}

function sealChunk(key: Buffer, number: number, chunk: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(number));
  const sealed = Buffer.concat([cipher.update(chunk), cipher.final()]);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(sealed.length);
  return Buffer.concat([length, sealed, cipher.getAuthTag()]);
}

/** Returns undefined if the chunk was changed or cut. */
function openChunk(key: Buffer, number: number, sealed: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** A counter is a safe nonce, because each file has its own key. */
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(number), NONCE_BYTES - 8);
  return nonce;
}

/** Verifies the key: the authentication tag of an empty text, with a nonce that no chunk has. */
function passphraseTag(key: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, Buffer.alloc(NONCE_BYTES, 0xff));
  cipher.final();
  return cipher.getAuthTag();
}

const nameOf = (path: string | undefined): string => path ?? 'standard input';

const damaged = (path: string | undefined) =>
  new UsageError(`The backup ${path ?? 'in standard input'} is damaged: its content was changed or is incomplete.`);

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
