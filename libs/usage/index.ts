export { RecordUsage } from './record-usage.js';
export { usageStorage } from './storage/storage.js';
export { UsageConsumersModule, UsageModule } from './usage.module.js';
