export { CheckoutModule } from './checkout.module.js';
export { checkoutStorage } from './storage/storage.js';
