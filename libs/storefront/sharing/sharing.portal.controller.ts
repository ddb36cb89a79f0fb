import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForTenant, type PathTenant, type Person, ThePerson, TheTenant } from '#access';
import { ValidBody } from '#platform/http';
import { ApiAnswer } from '#platform/openapi';
import { ShareLink, ShareRequest } from '../contract.js';
import { DEFAULT_SHARE_HOURS, ShareLinks } from './share-links.js';

@ApiTags('Storefront')
@Controller('portal/api/tenants/:tenant/storefront/links')
export class SharingPortalController {
  constructor(private readonly links: ShareLinks) {}

  @Post()
  @ForTenant()
  @ApiOperation({
    summary: 'Create a share link',
    description:
      'Creates a link that opens the storefront as its developers see it: with the API calls and webhooks of each step, and all domains of the tenant. Anyone with the link can use it until it expires.',
  })
  @ApiAnswer(201, ShareLink, 'The link.')
  createShareLink(
    @TheTenant() { id }: PathTenant,
    @ThePerson() by: Person,
    @ValidBody() { hours = DEFAULT_SHARE_HOURS }: ShareRequest,
  ): Promise<ShareLink> {
    return this.links.create(id, hours, by);
  }
}
