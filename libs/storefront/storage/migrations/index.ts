export * from './1795564800010-create-storefront.js';
