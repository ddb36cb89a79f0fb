export {
  type AlterationSource,
  type ClaimedAlteration,
  EventAlterations,
  type UpcomingEvent,
} from './event-alterations.js';
export { OnEvent } from './on-event.js';
export { DispatchEventsModule, EventLogModule } from './events.module.js';
