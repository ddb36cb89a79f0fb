export { OnEvent } from './on-event.js';
export { OutboxGaugesModule } from './outbox-gauges.js';
export { OUTBOX_COLUMNS } from './outbox.js';
export { RelayModule } from './relay.module.js';
