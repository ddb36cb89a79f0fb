export { OnEvent } from './on-event.js';
export { OutboxGaugesModule } from './outbox-gauges.js';
export { RelayModule } from './relay.module.js';
