import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { MAX_LOGO_SIZE } from '../model/errors.js';
import { checkLogo } from './check-logo.js';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HTML = Buffer.from('<!doctype html><script>alert(document.domain)</script>');

// How much garbage Node.js tolerates depends on its version, so it is collected before memory counts as used.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** In bytes. The pixels of the ten images have 320 MB. */
const MAX_ADDITIONAL = 100e6;

const uint32 = (value: number) =>
  Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map(byte => byte & 0xff));

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), content, uint32(crc32(content))]);
}

/** An image header: by default 8-bit RGBA, without interlacing. */
const header = (width: number, height: number, tail = [8, 6, 0, 0, 0]) =>
  chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from(tail)]));

const pixels = (width: number, height: number) => chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + 4 * width))));

const END = chunk('IEND');

const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks]);

const PLAIN = png(header(3, 2), pixels(3, 2), END);

/** WebP images of one pixel. */
const WEBP = {
  lossy: 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
  lossless: 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
  alpha:
    'UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==',
  animated:
    'UklGRlIAAABXRUJQVlA4WAoAAAASAAAAAAAAAAAAQU5JTQYAAAD/////AABBTk1GJgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMDQAAAC8AAAAQBxAREYiI/gcA',
};

const webp = (name: keyof typeof WEBP) => Buffer.from(WEBP[name], 'base64');

function riffChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
}

/** A WebP image with these chunks after its type. */
function riff(...chunks: Buffer[]): Buffer {
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]));
}

const LOSSLESS_CHUNK = webp('lossless').subarray(12);

/** The extended header of an image of one pixel, with these flags. */
const extended = (flags: number) => riffChunk('VP8X', Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]));

describe('PNG logo', () => {
  it.each([
    ['RGBA', PLAIN],
    ['RGBA in two data chunks', splitData()],
    ['interlaced', png(header(9, 5, [8, 6, 0, 0, 1]), chunk('IDAT', deflateSync(interlaced(9, 5))), END)],
    ['one-bit grayscale', grayscale()],
    ['grayscale with a transparent color', grayscale(chunk('tRNS', Buffer.alloc(2)))],
    ['palette with transparency', paletteImage(Buffer.alloc(3), Buffer.alloc(1))],
    ['palette of 256 transparent colors', paletteImage(Buffer.alloc(3 * 256), Buffer.alloc(256))],
    ['2,000 × 2,000', png(header(2_000, 2_000), pixels(2_000, 2_000), END)],
  ])('is accepted unchanged: %s', async (_name, file) => {
    expect(await checkLogo(file)).toEqual({
      body: file,
      type: 'image/png',
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it('is checked without keeping its pixels in memory', async () => {
    const pixels = chunk('IDAT', deflateSync(Buffer.alloc(2_000 * (1 + 8 * 2_000))));
    const file = png(header(2_000, 2_000, [16, 6, 0, 0, 0]), pixels, END);
    const sizes: number[] = [];
    const start = process.memoryUsage().arrayBuffers;
    const measure = () => {
      const additional = () => process.memoryUsage().arrayBuffers - start;
      if (additional() > MAX_ADDITIONAL) collectGarbage();
      sizes.push(additional());
    };
    const timer = setInterval(measure, 1);
    await Promise.all(Array.from({ length: 10 }, () => checkLogo(file)));
    clearInterval(timer);
    expect(Math.max(...sizes)).toBeLessThan(MAX_ADDITIONAL);
  });

  it('loses its metadata', async () => {
    const text = Buffer.concat([Buffer.from('Comment\0'), HTML]);
    const types = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'iCCP', 'gAMA', 'cHRM', 'sRGB', 'prVt'];
    const metadata = types.map(type => chunk(type, text));
    const { body } = await checkLogo(png(header(3, 2), ...metadata, pixels(3, 2), chunk('tEXt', text), END));
    expect(body).toEqual(PLAIN);
  });

  it.each([
    ['data after its end', Buffer.concat([PLAIN, HTML])],
    ['a zip archive after its end', Buffer.concat([PLAIN, Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
    ['a second image after its end', Buffer.concat([PLAIN, PLAIN])],
    ['no end', png(header(3, 2), pixels(3, 2))],
    ['data in the end chunk', png(header(3, 2), pixels(3, 2), chunk('IEND', HTML))],
    ['no pixels', png(header(3, 2), END)],
    ['too few pixels', png(header(3, 2), pixels(3, 1), END)],
    [
      'more pixels than its size (decompression bomb)',
      png(header(3, 2), chunk('IDAT', deflateSync(Buffer.alloc(1e8))), END),
    ],
    ['data after the compressed pixels', withDataAfterPixels()],
    ['pixels that are not compressed data', png(header(3, 2), chunk('IDAT', HTML), END)],
    ['separated data chunks', png(header(3, 2), pixels(3, 2), chunk('tEXt', HTML), pixels(3, 2), END)],
    ['no header', png(pixels(3, 2), END)],
    ['a chunk before its header', png(chunk('tEXt', HTML), header(3, 2), pixels(3, 2), END)],
    ['two headers', png(header(3, 2), header(3, 2), pixels(3, 2), END)],
    ['an invalid color type', png(header(3, 2, [8, 5, 0, 0, 0]), pixels(3, 2), END)],
    ['an invalid bit depth', png(header(3, 2, [4, 6, 0, 0, 0]), pixels(3, 2), END)],
    ['a color type named like a method', png(header(3, 2, [8, 255, 0, 0, 0]), pixels(3, 2), END)],
    ['no palette', png(header(1, 1, [8, 3, 0, 0, 0]), chunk('IDAT', deflateSync(Buffer.alloc(2))), END)],
    ['a palette of 257 colors', paletteImage(Buffer.alloc(3 * 257))],
    ['a palette with half a color', paletteImage(Buffer.alloc(4))],
    ['an empty palette', paletteImage(Buffer.alloc(0))],
    ['two palettes', png(header(3, 2), chunk('PLTE', Buffer.alloc(3)), chunk('PLTE', HTML), pixels(3, 2), END)],
    ['a palette after its pixels', png(header(3, 2), pixels(3, 2), chunk('PLTE', Buffer.alloc(3)), END)],
    ['more transparent colors than its palette has', paletteImage(Buffer.alloc(3), Buffer.alloc(2))],
    ['a transparent color next to an alpha channel', png(header(3, 2), chunk('tRNS', HTML), pixels(3, 2), END)],
    ['a transparent color of the wrong size', grayscale(chunk('tRNS', HTML))],
    ['two transparent colors', grayscale(chunk('tRNS', Buffer.alloc(2)), chunk('tRNS', Buffer.alloc(2)))],
    ['an unknown critical chunk', png(header(3, 2), chunk('EVIL', HTML), pixels(3, 2), END)],
    ['a chunk name with other characters', png(header(3, 2), chunk('<b> ', HTML), pixels(3, 2), END)],
    ['an animation', png(header(3, 2), chunk('acTL', Buffer.alloc(8)), pixels(3, 2), END)],
    ['no width', png(header(0, 2), pixels(0, 2), END)],
    ['2,001 rows', png(header(1, 2_001), pixels(1, 2_001), END)],
    ['four billion columns', png(header(0xffffffff, 1), pixels(1, 1), END)],
    ['a chunk longer than the file', png(header(3, 2), Buffer.concat([uint32(0xffffffff), Buffer.from('IDAT')]), END)],
  ])('is rejected with %s', async (_name, file) => {
    await expect(checkLogo(file)).rejects.toMatchObject({ code: 'INVALID_LOGO' });
  });
});

describe('WebP logo', () => {
  it.each(['lossy', 'lossless', 'alpha'] as const)('is accepted unchanged: %s', async name => {
    expect(await checkLogo(webp(name))).toMatchObject({ body: webp(name), type: 'image/webp' });
  });

  it('loses its metadata', async () => {
    const metadata = ['ICCP', 'EXIF', 'XMP ', 'evil'].map(type => riffChunk(type, HTML));
    const { body } = await checkLogo(riff(extended(0x2c), ...metadata, LOSSLESS_CHUNK, riffChunk('XMP ', HTML)));
    expect(body).toEqual(riff(extended(0), LOSSLESS_CHUNK));
  });

  it.each([
    ['data after its end', Buffer.concat([webp('lossy'), HTML])],
    [
      'a larger size than the file',
      Buffer.concat([webp('lossy').subarray(0, 4), Buffer.from('ffffff7f', 'hex'), webp('lossy').subarray(8)]),
    ],
    ['an animation', webp('animated')],
    ['the flag of an animation', riff(extended(0x02), LOSSLESS_CHUNK)],
    ['no image', riff(extended(0))],
    ['no chunks', riff()],
    ['two images', riff(LOSSLESS_CHUNK, LOSSLESS_CHUNK)],
    ['another chunk first', riff(riffChunk('XMP ', HTML), LOSSLESS_CHUNK)],
    ['HTML as its image', riff(riffChunk('VP8 ', HTML))],
    ['HTML as its lossless image', riff(riffChunk('VP8L', HTML))],
    ['an empty image', riff(riffChunk('VP8L', Buffer.alloc(0)))],
    ['a canvas of another size', riff(riffChunk('VP8X', Buffer.from([0, 0, 0, 0, 9, 0, 0, 9, 0, 0])), LOSSLESS_CHUNK)],
    ['a short extended header', riff(riffChunk('VP8X', Buffer.alloc(4)), LOSSLESS_CHUNK)],
    ['a chunk longer than the file', riff(LOSSLESS_CHUNK.subarray(0, 12))],
    ['2,001 columns', riff(riffChunk('VP8L', Buffer.concat([Buffer.from([0x2f, 0xd0, 0x07, 0, 0]), HTML])))],
  ])('is rejected with %s', async (_name, file) => {
    await expect(checkLogo(file)).rejects.toMatchObject({ code: 'INVALID_LOGO' });
  });
});

describe('logo', () => {
  it.each([
    ['empty file', Buffer.alloc(0)],
    ['HTML', HTML],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
    ['JPEG', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')],
    ['PDF before a PNG', Buffer.concat([Buffer.from('%PDF-1.7\n'), PLAIN])],
    ['HTML before a WebP', Buffer.concat([HTML, webp('lossy')])],
    ['signature of PNG only', SIGNATURE],
    ['signature of PNG before HTML', Buffer.concat([SIGNATURE, HTML])],
    ['signature of WebP only', Buffer.from('RIFF\x04\x00\x00\x00WEBP', 'latin1')],
    ['audio in a RIFF file', Buffer.from('RIFF\x04\x00\x00\x00WAVE', 'latin1')],
  ])('is rejected: %s', async (_name, file) => {
    await expect(checkLogo(file)).rejects.toMatchObject({ code: 'INVALID_LOGO' });
  });

  it('has at most 256 KiB, metadata included', async () => {
    const padded = (size: number) =>
      png(header(3, 2), chunk('tEXt', Buffer.alloc(size - PLAIN.length - 12)), pixels(3, 2), END);
    expect((await checkLogo(padded(MAX_LOGO_SIZE))).body).toEqual(PLAIN);
    await expect(checkLogo(padded(MAX_LOGO_SIZE + 1))).rejects.toThrow('has 262145 bytes; at most 262144');
  });

  it.each([
    ['PNG', PLAIN],
    ['WebP', webp('alpha')],
  ])('is rejected when it is truncated: %s', async (_name, file) => {
    for (let length = 0; length < file.length; length++)
      await expect(checkLogo(file.subarray(0, length))).rejects.toMatchObject({ code: 'INVALID_LOGO' });
  });

  it('with a changed byte is rejected, or remains an image without other data', async () => {
    const files = [PLAIN, ...(['lossy', 'lossless', 'alpha'] as const).map(webp)];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (file, at, change) => {
          const changed = Buffer.from(file);
          changed[at % file.length]! ^= change;
          const outcome = await checkLogo(changed).catch((error: { code?: string }) => error);
          if ('code' in outcome) expect(outcome.code).toBe('INVALID_LOGO');
          else expect(await checkLogo((outcome as { body: Buffer }).body)).toEqual(outcome);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

/** A one-bit image of 9 × 1 pixels with these chunks before its pixels. */
function grayscale(...chunks: Buffer[]): Buffer {
  return png(header(9, 1, [1, 0, 0, 0, 0]), ...chunks, chunk('IDAT', deflateSync(Buffer.alloc(3))), END);
}

/** An image of one pixel. */
function paletteImage(palette: Buffer, transparency?: Buffer): Buffer {
  const colors = [chunk('PLTE', palette), ...(transparency ? [chunk('tRNS', transparency)] : [])];
  return png(header(1, 1, [8, 3, 0, 0, 0]), ...colors, chunk('IDAT', deflateSync(Buffer.alloc(2))), END);
}

function splitData(): Buffer {
  const data = deflateSync(Buffer.alloc(2 * 13));
  return png(header(3, 2), chunk('IDAT', data.subarray(0, 4)), chunk('IDAT', data.subarray(4)), END);
}

function withDataAfterPixels(): Buffer {
  return png(header(3, 2), chunk('IDAT', Buffer.concat([deflateSync(Buffer.alloc(2 * 13)), HTML])), END);
}

/** Pixels of an interlaced RGBA image of at least 5 × 5 pixels, all passes of which have pixels. */
function interlaced(width: number, height: number): Buffer {
  const sizes = [
    [Math.ceil(width / 8), Math.ceil(height / 8)],
    [Math.ceil((width - 4) / 8), Math.ceil(height / 8)],
    [Math.ceil(width / 4), Math.ceil((height - 4) / 8)],
    [Math.ceil((width - 2) / 4), Math.ceil(height / 4)],
    [Math.ceil(width / 2), Math.ceil((height - 2) / 4)],
    [Math.ceil((width - 1) / 2), Math.ceil(height / 2)],
    [width, Math.ceil((height - 1) / 2)],
  ] as const;
  return Buffer.alloc(sizes.reduce((sum, [columns, rows]) => sum + rows * (1 + 4 * columns), 0));
}
