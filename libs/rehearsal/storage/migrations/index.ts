export * from './1795358790000-create-clock-changes.js';
