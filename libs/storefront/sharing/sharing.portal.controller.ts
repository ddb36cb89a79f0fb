import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForTenant, type PathTenant, type Person, CurrentPerson, CurrentTenant } from '#identity/access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, ApiPathId, Refuses } from '#platform/http/openapi';
import { ShareLink, ShareLinkRevoked, ShareLinksView, ShareRequest } from '../contract.js';
import { ShareLinkNotFound } from '../model/errors.js';
import { DEFAULT_SHARE_HOURS, ShareLinks } from './share-links.js';

@ApiTags('Storefront')
@Controller('portal/api/tenants/:tenant/storefront/links')
export class SharingPortalController {
  constructor(private readonly links: ShareLinks) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'List share links',
    description: 'Returns the share links that are valid, without their tokens.',
  })
  @ApiAnswer(200, ShareLinksView, 'The links.')
  async listShareLinks(@CurrentTenant() { id }: PathTenant) {
    return { links: await this.links.list(id) };
  }

  @Post()
  @ForTenant()
  @ApiOperation({
    summary: 'Create a share link',
    description:
      'Creates a link that opens the storefront as its developers see it: with the API calls and webhooks of each step, and all domains of the tenant. Anyone with the link can use it until it expires or is revoked, or you lose access to the tenant.',
  })
  @ApiAnswer(201, ShareLink, 'The link.')
  createShareLink(
    @CurrentTenant() tenant: PathTenant,
    @CurrentPerson() by: Person,
    @ValidBody() { hours = DEFAULT_SHARE_HOURS }: ShareRequest,
  ) {
    return this.links.create(tenant, hours, by);
  }

  @Delete(':id')
  @ForTenant()
  @ApiPathId('link', 'shl_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  @ApiOperation({
    summary: 'Revoke a share link',
    description: 'Ends a share link at once, with all visits that it opened.',
  })
  @ApiAnswer(200, ShareLinkRevoked, 'Confirmation.')
  @Refuses(ShareLinkNotFound)
  async revokeShareLink(
    @CurrentTenant() tenant: PathTenant,
    @CurrentPerson() by: Person,
    @Param('id') id: string,
  ): Promise<ShareLinkRevoked> {
    await this.links.revoke(tenant.id, id, by);
    return { revoked: true };
  }
}
