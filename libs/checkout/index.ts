export { CheckOut } from './check-out.js';
export { type Decision, Decisions } from './decisions.js';
export { CheckoutModule } from './checkout.module.js';
export { CheckoutController } from './checkout.controller.js';
export { checkoutStorage } from './storage/storage.js';
export type { Payment } from './model/payment.js';
export { paymentRows } from './storage/payment.mapping.js';
export { type RemovedData, removeSandboxData } from './storage/remove-sandbox-data.js';
