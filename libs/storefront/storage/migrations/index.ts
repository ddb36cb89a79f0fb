export * from './1763769610000-create-storefronts.js';
