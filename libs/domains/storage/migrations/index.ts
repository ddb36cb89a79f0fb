export * from './1763683203000-create-registrations.js';
export * from './1763683223000-list-registrations.js';
export * from './1795351215000-filter-registrations.js';
export * from './1795358789000-order-registrations-by-expiry.js';
export * from './1795358803200-allow-registrations-without-order.js';
