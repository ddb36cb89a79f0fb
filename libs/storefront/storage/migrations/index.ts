export * from './1763769610000-create-storefronts.js';
export * from './1795347310000-create-visitors.js';
export * from './1795800010000-add-makers-of-share-links.js';
