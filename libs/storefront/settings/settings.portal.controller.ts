import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForTenant, type PathTenant, type Person, CurrentPerson, CurrentTenant } from '#identity/access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { LogoChange, LogoContent, StorefrontChange, StorefrontPreview, StorefrontView } from '../contract.js';
import { CodeRequired, InvalidLogo, LogoNotFound, MAX_LOGO_REQUEST_SIZE } from '../model/errors.js';
import type { SettingsChange } from '../model/storefront-settings.js';
import { StorefrontConfig } from './storefront-config.js';

@ApiTags('Storefront')
@Controller('portal/api/tenants/:tenant/storefront')
export class StorefrontPortalController {
  constructor(private readonly storefronts: StorefrontConfig) {}

  @Get()
  @ForTenant()
  @ApiOperation({
    summary: 'Get the storefront',
    description: 'Returns the settings of the storefront, and the host names that show it.',
  })
  @ApiAnswer(200, StorefrontView, 'The settings.')
  getStorefront(@CurrentTenant() tenant: PathTenant) {
    return this.storefronts.view(tenant);
  }

  @Patch()
  @ForTenant()
  @ApiOperation({
    summary: 'Change the storefront',
    description: 'Changes the access and the brand. The pages show the change within a second.',
  })
  @ApiAnswer(200, StorefrontView, 'The changed settings.')
  @Refuses(CodeRequired)
  async changeStorefront(
    @CurrentPerson() by: Person,
    @CurrentTenant() tenant: PathTenant,
    @ValidBody() change: StorefrontChange,
  ) {
    await this.storefronts.change(tenant.id, settingsOf(change), by);
    return this.storefronts.view(tenant);
  }

  @Post('preview')
  @ForTenant()
  @ApiOperation({
    summary: 'Preview a brand',
    description: 'Returns the colors and CSS properties that the pages would have, without saving anything.',
  })
  @ApiAnswer(200, StorefrontPreview, 'The colors and properties.')
  previewStorefront(@CurrentTenant() tenant: PathTenant, @ValidBody() change: StorefrontChange) {
    return this.storefronts.preview(tenant.id, settingsOf(change));
  }

  @Get('logo')
  @ForTenant()
  @ApiOperation({ summary: 'Get the logo', description: 'Returns the logo of the storefront.' })
  @ApiAnswer(200, LogoContent, 'The logo.')
  @Refuses(LogoNotFound)
  getLogo(@CurrentTenant() tenant: PathTenant) {
    return this.storefronts.logo(tenant.id);
  }

  @Put('logo')
  @ForTenant({ bodyLimit: MAX_LOGO_REQUEST_SIZE })
  @ApiOperation({
    summary: 'Set the logo',
    description: 'Checks an image by its content, removes its metadata, and shows it as the logo.',
  })
  @ApiAnswer(200, StorefrontView, 'The changed settings.')
  @Refuses(InvalidLogo)
  async setLogo(@CurrentPerson() by: Person, @CurrentTenant() tenant: PathTenant, @ValidBody() { data }: LogoChange) {
    await this.storefronts.setLogo(tenant.id, Buffer.from(data, 'base64'), by);
    return this.storefronts.view(tenant);
  }

  @Delete('logo')
  @ForTenant()
  @ApiOperation({ summary: 'Remove the logo', description: 'Removes the logo. The pages then show the name only.' })
  @ApiAnswer(200, StorefrontView, 'The changed settings.')
  @Refuses(LogoNotFound)
  async removeLogo(@CurrentPerson() by: Person, @CurrentTenant() tenant: PathTenant) {
    await this.storefronts.removeLogo(tenant.id, by);
    return this.storefronts.view(tenant);
  }
}

/** Renames fields to the properties of the model; omitted fields stay omitted. */
function settingsOf({ support_url, legal_links, ...change }: StorefrontChange): SettingsChange {
  return {
    ...change,
    ...(support_url !== undefined && { supportUrl: support_url }),
    ...(legal_links !== undefined && { legalLinks: legal_links }),
  };
}
