export { OrderAlreadyPaid, OrderRefunded, PaymentReferenceUsed, UnsupportedPaymentMethod } from './model/errors.js';
