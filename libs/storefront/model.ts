export { type Brand, FONTS, RADII, SCHEMES } from './model/brand.js';
export { ACCESSES } from './model/storefront-settings.js';
