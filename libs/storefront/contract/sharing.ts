import { DateTime, IntegerField, NullableDateTime, NullableText, Property } from '#platform/contract';

/** Maximum number of hours after which a share link expires. */
export const MAX_SHARE_HOURS = 168;

export class ShareRequest {
  @IntegerField({
    min: 1,
    max: MAX_SHARE_HOURS,
    optional: true,
    example: 24,
    description: `Hours until the link expires (1–${MAX_SHARE_HOURS}, default 24).`,
  })
  hours?: number;
}

const ID = { description: 'ID of the link.', example: 'shl_01920b3c6a7d7f0e8a4c5b6d7e8f9012' };
const EXPIRES = { format: 'date-time', description: 'Time when the link expires.' };

/** A new share link, with its token. */
export class ShareLink {
  @Property(ID) id: string;

  /**
   * Path of the link, at any host of the tenant's storefront. Shown only once.
   * @example /share/ny_share_AbCdEfGhIjKlMnOpQrStUvW
   */
  path: string;

  @Property(EXPIRES) expires_at: string;
}

/** A share link without its token. */
export class ShareLinkView {
  @Property(ID) id: string;

  /** Time when the link was created. */
  @DateTime() created_at: string;

  @NullableText(
    'ID of the person who created the link; null if it was created on the command line.',
    'usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
  )
  person_id: string | null;

  @NullableText(
    'Email address of the person who created the link, or `cli:` and the name of the system user; null if it is not known.',
    'ada@example.com',
  )
  created_by: string | null;

  @Property(EXPIRES) expires_at: string;

  @NullableDateTime('Time when the link or a visit that it opened was last used, to the minute; null if it never was.')
  last_used_at: string | null;
}

export class ShareLinksView {
  /** Valid links, newest first. */
  links: ShareLinkView[];
}

export class ShareLinkRevoked {
  /** Always true. */
  @Property({ enum: [true] }) revoked: true;
}
