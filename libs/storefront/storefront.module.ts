import { Module } from '@nestjs/common';
import { SharingPortalController } from './sharing/sharing.portal.controller.js';
import { ShareLinks } from './sharing/share-links.js';
import { Storefronts } from './storefronts.js';
import { Visitors } from './visitors/visitors.js';

const services = [ShareLinks, Storefronts, Visitors];

@Module({ providers: services, exports: services })
export class StorefrontModule {}

/** Routes of the portal. */
@Module({ imports: [StorefrontModule], controllers: [SharingPortalController] })
export class StorefrontPortalModule {}
