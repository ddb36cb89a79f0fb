export { OnEvent, OnEventHeader } from './on-event.js';
export { DispatchEventsModule, EventLogModule } from './events.module.js';
