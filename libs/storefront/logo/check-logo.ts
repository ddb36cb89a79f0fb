import { createHash } from 'node:crypto';
import { InvalidLogo, MAX_LOGO_SIZE } from '../model/errors.js';
import type { Logo } from '../model/storefront-settings.js';
import { cleanPng, isPng } from './png.js';
import { cleanWebp, isWebp } from './webp.js';

/**
 * Checks an image by its content and returns it without metadata. Its name and declared type do not matter.
 * @throws InvalidLogo
 */
export async function checkLogo(file: Buffer): Promise<Logo> {
  if (file.length > MAX_LOGO_SIZE)
    throw new InvalidLogo(`has ${file.length} bytes; at most ${MAX_LOGO_SIZE} (256 KiB) are allowed`);
  if (isPng(file)) return logoOf('image/png', await cleanPng(file));
  if (isWebp(file)) return logoOf('image/webp', cleanWebp(file));
  throw new InvalidLogo('is neither a PNG nor a WebP image');
}

const logoOf = (type: string, body: Buffer): Logo => ({
  body,
  type,
  hash: createHash('sha256').update(body).digest('hex').slice(0, 16),
});
