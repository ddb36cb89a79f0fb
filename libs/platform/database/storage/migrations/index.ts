export * from './1795564800000-create-platform.js';
