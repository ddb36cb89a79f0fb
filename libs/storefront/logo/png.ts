import { crc32, createInflate } from 'node:zlib';
import { InvalidLogo } from '../model/errors.js';
import { checkDimensions } from './dimensions.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Critical chunks and transparency. All other chunks are removed, because they can hold arbitrary data. */
const KEPT_CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS']);
const ANIMATION = new Set(['acTL', 'fcTL', 'fdAT']);

interface Chunk {
  type: string;
  data: Buffer;
  /** The whole chunk, including length, type, and checksum. */
  bytes: Buffer;
}

interface Header {
  width: number;
  height: number;
  bitsPerPixel: number;
  colorType: number;
  isInterlaced: boolean;
}

export const isPng = (file: Buffer): boolean => file.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/**
 * Checks a PNG image (W3C PNG, third edition) to its last byte and removes metadata.
 * @throws InvalidLogo
 */
export async function cleanPng(file: Buffer): Promise<Buffer> {
  const chunks = [...chunksOf(file)];
  const header = readHeader(chunks[0]);
  checkOrder(chunks);
  checkColors(chunks, header);
  await checkPixels(chunks, header);
  const kept = chunks.filter(({ type }) => KEPT_CHUNKS.has(type));
  return Buffer.concat([SIGNATURE, ...kept.map(({ bytes }) => bytes)]);
}

function* chunksOf(file: Buffer): Generator<Chunk> {
  let at = SIGNATURE.length;
  while (at < file.length) {
    if (file.length - at < 12) throw new InvalidLogo('is incomplete or has data after its end');
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) throw new InvalidLogo('is incomplete');
    const type = file.toString('latin1', at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(type)) throw new InvalidLogo('has an invalid chunk');
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4))
      throw new InvalidLogo(`is damaged: the checksum of its chunk ${type} is wrong`);
    yield { type, data: file.subarray(at + 8, end - 4), bytes: file.subarray(at, end) };
    at = end;
  }
}

/** Samples per pixel and allowed bit depths, by color type. */
const COLOR_TYPES: Record<number, { samples: number; depths: number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

const PALETTE = 3;

/** Sizes of the tRNS chunk in bytes by color type. Color types with an alpha channel must not have the chunk. */
const TRANSPARENT_COLOR_SIZES: Record<number, number> = { 0: 2, 2: 6 };

function readHeader(chunk: Chunk | undefined): Header {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== 13) throw new InvalidLogo('does not begin with an image header');
  const { data } = chunk;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth, colorType] = [data.readUInt8(8), data.readUInt8(9)];
  const [compression, filter, interlace] = [data.readUInt8(10), data.readUInt8(11), data.readUInt8(12)];
  const color = COLOR_TYPES[colorType];
  if (!color?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw new InvalidLogo('has an invalid image header');
  checkDimensions(width, height);
  const bitsPerPixel = color.samples * depth;
  return { width, height, bitsPerPixel, colorType, isInterlaced: interlace === 1 };
}

function checkOrder(chunks: Chunk[]): void {
  const types = chunks.map(({ type }) => type);
  if (types.some(type => ANIMATION.has(type))) throw new InvalidLogo('is animated');
  // An upper-case first letter means that the image cannot be shown without the chunk.
  const unknown = types.find(type => /^[A-Z]/.test(type) && !KEPT_CHUNKS.has(type));
  if (unknown) throw new InvalidLogo(`needs the unknown chunk ${unknown}`);
  const [firstData, lastData] = [types.indexOf('IDAT'), types.lastIndexOf('IDAT')];
  const count = (wanted: string) => types.filter(type => type === wanted).length;
  const hasOneHeader = count('IHDR') === 1;
  const hasContiguousData = firstData > 0 && count('IDAT') === lastData - firstData + 1;
  const hasColorsBeforeData = ['PLTE', 'tRNS'].every(type => count(type) <= 1 && types.indexOf(type) < firstData);
  const hasEmptyEnd = types.indexOf('IEND') === types.length - 1 && chunks.at(-1)!.data.length === 0;
  if (!hasOneHeader || !hasContiguousData || !hasColorsBeforeData || !hasEmptyEnd)
    throw new InvalidLogo('is incomplete, has data after its end, or has its chunks in the wrong order');
}

/** Checks the sizes of the palette and of the transparency, so that no other data can hide in them. */
function checkColors(chunks: Chunk[], { colorType }: Header): void {
  const dataLength = (wanted: string) => chunks.find(({ type }) => type === wanted)?.data.length;
  const [palette, transparency] = [dataLength('PLTE'), dataLength('tRNS')];
  const colors = (palette ?? 0) / 3;
  const hasPalette = palette !== undefined && colors > 0 && colors <= 256 && Number.isInteger(colors);
  if (!hasPalette && (palette !== undefined || colorType === PALETTE)) throw new InvalidLogo('has an invalid palette');
  // One byte for each of the first colors of the palette, or one transparent color of 16-bit samples.
  const isValid =
    transparency === undefined ||
    (colorType === PALETTE ? transparency <= colors : transparency === TRANSPARENT_COLOR_SIZES[colorType]);
  if (!isValid) throw new InvalidLogo('has an invalid transparency');
}

/** Decompresses the pixels, so that neither other data nor a much larger image can hide in them. */
async function checkPixels(chunks: Chunk[], header: Header): Promise<void> {
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const expected = sizeOfPixels(header);
  const damaged = new InvalidLogo('is damaged: its pixels cannot be read');
  const { read, written } = await countInflated(compressed, expected).catch(() => {
    throw damaged;
  });
  if (written !== expected || read !== compressed.length) throw damaged;
}

/** Counts the bytes that zlib reads and writes, and stops above `limit`. Discards the output, which can have 32 MB. */
async function countInflated(compressed: Buffer, limit: number): Promise<{ read: number; written: number }> {
  const stream = createInflate();
  stream.end(compressed);
  let written = 0;
  for await (const { length } of stream as AsyncIterable<Buffer>) {
    written += length;
    if (written > limit) break;
  }
  return { read: stream.bytesWritten, written };
}

/** First column and row of each pass of an interlaced image, and the steps to the next. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Size of the decompressed pixels: rows of whole bytes, each after a byte for its filter. */
function sizeOfPixels({ width, height, bitsPerPixel, isInterlaced }: Header): number {
  const imageSize = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  if (!isInterlaced) return imageSize(width, height);
  return PASSES.map(([x, y, dx, dy]) => imageSize(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy))).reduce(
    (sum, size) => sum + size,
    0,
  );
}
