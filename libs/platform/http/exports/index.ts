export { ApiExport } from './api-export.js';
export { Exports } from './exports.js';
export { type Column, pagesOf } from './rows.js';
