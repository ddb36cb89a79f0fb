export { FindPurchase } from './purchase/find-purchase.js';
export { type LogOwner, ReadLog } from './read-log.js';
export { RecordUsage } from './record-usage.js';
export { type LogFilter, type RequestPosition, type LogRow, statusesOf } from './storage/log-query.js';
export { RecordUnauthenticated } from './unauthenticated/record-unauthenticated.js';
export { usageStorage } from './storage/storage.js';
export { UsageConsumersModule, UsageLogModule, UsageModule } from './usage.module.js';
