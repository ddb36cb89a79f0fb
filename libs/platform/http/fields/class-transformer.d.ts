/** The metadata of the decorators, which the index of class-transformer does not export. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
