export { PlatformModule } from './platform.module.js';
export { platformStorage } from './storage/storage.js';
