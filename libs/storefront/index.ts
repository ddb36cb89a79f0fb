export { fonts } from './brand/fonts.js';
export { StorefrontConfig } from './settings/storefront-config.js';
export { StorefrontModule, StorefrontPortalModule } from './storefront.module.js';
export { type Storefront, Storefronts } from './storefronts.js';
export { storefrontStorage } from './storage/storage.js';
export { DEFAULT_SHARE_HOURS, ShareLinks } from './sharing/share-links.js';
export { newVisitorToken, Visitors } from './visitors/visitors.js';
