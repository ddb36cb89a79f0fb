export { PlatformModule } from './platform.module.js';
export { platformStorage } from './database/storage/storage.js';
