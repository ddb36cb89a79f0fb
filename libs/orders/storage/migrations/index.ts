export * from './1763683204000-create-orders.js';
export * from './1763683222000-find-orders-by-name.js';
export * from './1795347237441-add-channel.js';
export * from './1795351214000-list-orders-by-status.js';
export * from './1795353049000-add-renewals.js';
export * from './1795363227774-index-renewals.js';
