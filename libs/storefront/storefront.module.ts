import { Module } from '@nestjs/common';
import { IdentityModule } from '#identity';
import { TenancyModule } from '#tenancy';
import { ChangeStorefront } from './settings/change-storefront.js';
import { FindStorefront } from './settings/find-storefront.js';
import { StorefrontPortalController } from './settings/settings.portal.controller.js';
import { ShareLinks } from './sharing/share-links.js';
import { SharingPortalController } from './sharing/sharing.portal.controller.js';
import { StorefrontRepository } from './storage/storefront.repository.js';
import { Storefronts } from './storefronts.js';
import { Visitors } from './visitors/visitors.js';

const services = [Storefronts, FindStorefront, ChangeStorefront, ShareLinks, Visitors];

@Module({ imports: [TenancyModule, IdentityModule], providers: [...services, StorefrontRepository], exports: services })
export class StorefrontModule {}

/** For the process that serves the portal. */
@Module({ imports: [StorefrontModule], controllers: [StorefrontPortalController, SharingPortalController] })
export class StorefrontPortalModule {}
