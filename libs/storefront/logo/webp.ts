import { InvalidLogo } from '../model/errors.js';
import { checkDimensions } from './dimensions.js';

const HEADER_LENGTH = 12;
const ANIMATION = new Set(['ANIM', 'ANMF']);

/** Bits of VP8X: the file contains a color profile, Exif, XMP or an animation. */
const [PROFILE, EXIF, XMP, ANIMATED] = [0x20, 0x08, 0x04, 0x02];

interface Chunk {
  type: string;
  data: Buffer;
}

interface Size {
  width: number;
  height: number;
}

export const isWebp = (file: Buffer): boolean =>
  file.length >= HEADER_LENGTH &&
  file.toString('latin1', 0, 4) === 'RIFF' &&
  file.toString('latin1', 8, HEADER_LENGTH) === 'WEBP';

/**
 * Checks the structure of a WebP image (RFC 9649) to its last byte and removes metadata.
 * @throws InvalidLogo
 */
export function cleanWebp(file: Buffer): Buffer {
  if (file.readUInt32LE(4) !== file.length - 8) throw new InvalidLogo('is incomplete or has data after its end');
  const chunks = [...chunksOf(file)];
  const types = chunks.map(({ type }) => type);
  if (types.some(type => ANIMATION.has(type))) throw new InvalidLogo('is animated');
  const images = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L');
  const [image] = images;
  if (!image || images.length > 1) throw new InvalidLogo('does not contain exactly one image');
  const size = image.type === 'VP8L' ? sizeOfLossless(image.data) : sizeOfLossy(image.data);
  checkDimensions(size.width, size.height);
  const [first] = chunks as [Chunk];
  if (first.type !== 'VP8X') {
    if (first !== image) throw new InvalidLogo('does not begin with an image header');
    return write([image]);
  }
  const alpha = chunks.find(({ type }) => type === 'ALPH');
  return write([extendedHeader(first.data, size), ...(alpha && image.type === 'VP8 ' ? [alpha] : []), image]);
}

function* chunksOf(file: Buffer): Generator<Chunk> {
  let at = HEADER_LENGTH;
  while (at < file.length) {
    if (file.length - at < 8) throw new InvalidLogo('is incomplete');
    const start = at + 8;
    const end = start + file.readUInt32LE(at + 4);
    const isPadded = end % 2 === 1;
    if (end + Number(isPadded) > file.length) throw new InvalidLogo('is incomplete');
    if (isPadded && file[end] !== 0) throw new InvalidLogo('has invalid padding');
    yield { type: file.toString('latin1', at, at + 4), data: file.subarray(start, end) };
    at = end + Number(isPadded);
  }
}

/** RFC 6386, section 9.1: three bytes of flags, a start code, and 14 bits for each side. */
function sizeOfLossy(data: Buffer): Size {
  const isKeyFrame = data.length > 10 && (data[0]! & 1) === 0 && data.toString('hex', 3, 6) === '9d012a';
  if (!isKeyFrame) throw new InvalidLogo('is damaged: its frame header is invalid');
  const firstPartition = data.readUIntLE(0, 3) >> 5;
  if (firstPartition > data.length - 10) throw new InvalidLogo('is incomplete');
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** RFC 9649, section 3.4: a signature, 14 bits for each side, one for alpha, and three for the version. */
function sizeOfLossless(data: Buffer): Size {
  const bits = data.length > 5 && data[0] === 0x2f ? data.readUInt32LE(1) : undefined;
  if (bits === undefined || bits >>> 29 !== 0) throw new InvalidLogo('is damaged: its image header is invalid');
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The header of the extended format, without the flags of removed chunks. */
function extendedHeader(data: Buffer, { width, height }: Size): Chunk {
  if (data.length !== 10) throw new InvalidLogo('has an invalid image header');
  if ((data[0]! & ANIMATED) !== 0) throw new InvalidLogo('is animated');
  const isSameSize = data.readUIntLE(4, 3) + 1 === width && data.readUIntLE(7, 3) + 1 === height;
  if (!isSameSize) throw new InvalidLogo('has a canvas of another size than its image');
  const cleaned = Buffer.from(data);
  cleaned[0] = data[0]! & ~(PROFILE | EXIF | XMP);
  return { type: 'VP8X', data: cleaned };
}

function write(chunks: Chunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => [
    Buffer.from(type, 'latin1'),
    uint32(data.length),
    data,
    Buffer.alloc(data.length % 2),
  ]);
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts]);
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), uint32(body.length), body]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
