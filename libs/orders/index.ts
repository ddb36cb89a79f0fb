export { canBecome, type Order, OrderNotFound } from './model/order.js';
export { OrdersModule } from './orders.module.js';
export { FREE_TO_PAY, MARK_PAID, orderIsGone, OrderRepository, REMOVE_ORDERS } from './storage/order.repository.js';
export { ordersStorage } from './storage/storage.js';
