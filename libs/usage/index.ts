export { statusesOf } from './model/status-range.js';
export { FindPurchase } from './purchase/find-purchase.js';
export { type LogOwner, ReadLog } from './read-log.js';
export { RecordUsage } from './record-usage.js';
export type { LogFilter, LogPlace, LogRow } from './storage/log-query.js';
export { RecordUnauthenticated } from './unauthenticated/record-unauthenticated.js';
export { usageStorage } from './storage/storage.js';
export { UsageConsumersModule, UsageModule } from './usage.module.js';
