export { OrderNotFound } from './model/order.js';
