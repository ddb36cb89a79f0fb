import { invalid, notFound } from '#platform/model';

/** Maximum size of a logo in bytes. */
export const MAX_LOGO_SIZE = 256 * 1_024;

/** Maximum size of a request with a logo in base64. It allows for slightly larger logos, which then get INVALID_LOGO. */
export const MAX_LOGO_REQUEST_SIZE = 512 * 1_024;

/** Maximum width and height of a logo in pixels. */
export const MAX_LOGO_DIMENSION = 2_000;

export class CodeRequired extends invalid({
  code: 'CODE_REQUIRED',
  description: 'The field `access` is `code`, but no code is set.',
  advice: 'Set a code of 4 to 64 characters, or another value of `access`.',
  reproduce: 'Set the access of a storefront to `code` without a code.',
}) {
  constructor() {
    const message = 'The access "code" requires a code; set one of 4 to 64 characters, or another value of `access`.';
    super(message, { details: [{ field: 'code', message: 'is required while access is "code"' }] });
  }
}

export class InvalidLogo extends invalid({
  code: 'INVALID_LOGO',
  description: `The logo is not a complete, still PNG or WebP image of at most ${MAX_LOGO_SIZE / 1_024} KiB and 2,000 × 2,000 pixels.`,
  advice: 'Export the logo again as PNG or WebP.',
  reproduce: 'Upload a text file as logo.',
}) {
  /** @param problem what is wrong, as the end of a sentence that begins with "The logo" */
  constructor(problem: string) {
    super(`The logo ${problem}. Export it again as a PNG or WebP image.`);
  }
}

export class LogoNotFound extends notFound({
  code: 'LOGO_NOT_FOUND',
  description: 'The storefront has no logo.',
  reproduce: 'Get the logo of a storefront that has none.',
}) {}

export class ShareLinkNotFound extends notFound({
  code: 'SHARE_LINK_NOT_FOUND',
  description: 'The tenant has no valid share link with this ID.',
  reproduce: 'Revoke a share link twice.',
  message: (id: string) => `There is no valid share link "${id}".`,
}) {}
