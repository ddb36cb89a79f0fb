export {
  OrderAlreadyPaid,
  OrderRefunded,
  PaymentDeclined,
  PaymentReferenceUsed,
  UnsupportedPaymentMethod,
} from './model/errors.js';
