export {
  domainStatusOf,
  CANCELED,
  isCanceled,
  isOpen,
  KINDS,
  Order,
  type OrderKind,
  OrderNotFound,
  type OrderStatus,
  defaultReason,
} from './model/order.js';
export { PriceNotAccepted } from './model/errors.js';
export { findFieldsError, findPriceError, strictnessOf } from './order-terms.js';
export { OrderTransaction } from './order-transaction.js';
export { FindOrders } from './find-orders.js';
export { OrderRenewal } from './order-renewal.js';
export { isRegisteredAtOnce, PlaceOrder } from './place-order.js';
export { OrdersModule } from './orders.module.js';
export { insertUndecidedOrders, orderRows } from './storage/order-rows.js';
export { OrdersController } from './orders.controller.js';
export { OrderRepository } from './storage/order.repository.js';
export { ordersStorage } from './storage/storage.js';
