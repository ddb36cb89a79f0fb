export * from './1795676887644-create-facades.js';
