export { type Brand, FONTS, type LegalLink, RADII, SCHEMES } from './model/brand.js';
export { accentProblem, codeProblem, legalLinksProblem, nameProblem, supportUrlProblem } from './model/rules.js';
export { ACCESSES, type SettingsChange } from './model/storefront-settings.js';
