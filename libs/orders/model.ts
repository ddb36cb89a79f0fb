export { OrderNotFound } from './model/order.js';
export { PriceNotAccepted } from './model/errors.js';
