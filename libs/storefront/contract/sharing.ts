import { ApiProperty } from '@nestjs/swagger';
import { IntegerField } from '#platform/contract';

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

export class ShareLink {
  @ApiProperty({
    description: "Path of the link, at any host of the tenant's storefront.",
    example: '/share/3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz',
  })
  path: string;

  @ApiProperty({ format: 'date-time', description: 'Time when the link expires.' })
  expires_at: string;
}
