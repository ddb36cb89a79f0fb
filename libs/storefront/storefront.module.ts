import { Module } from '@nestjs/common';
import { IdentityModule } from '#identity';
import { TenancyModule } from '#tenancy';
import { StorefrontPortalController } from './settings/settings.portal.controller.js';
import { StorefrontConfig } from './settings/storefront-config.js';
import { ShareLinks } from './sharing/share-links.js';
import { SharingPortalController } from './sharing/sharing.portal.controller.js';
import { Storefronts } from './storefronts.js';
import { Visitors } from './visitors/visitors.js';

const services = [Storefronts, StorefrontConfig, ShareLinks, Visitors];

@Module({ imports: [TenancyModule, IdentityModule], providers: services, exports: services })
export class StorefrontModule {}

/** For the process that serves the portal. */
@Module({ imports: [StorefrontModule], controllers: [StorefrontPortalController, SharingPortalController] })
export class StorefrontPortalModule {}
