export { OrderAlreadyPaid, PaymentDeclined, PaymentReferenceUsed, UnsupportedPaymentMethod } from './model/errors.js';
