import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Consumers } from './consumers.js';
import { DispatchEvents } from './dispatch-events.js';
import { Epochs } from './epochs.js';
import { EventGauges } from './event-gauges.js';

/** The event log with its metrics; part of each process that records or consumes events. */
@Module({ providers: [Epochs, EventGauges] })
export class EventLogModule {}

/** Passes events to the consumers of all modules in the same process; part of the worker. */
@Module({ imports: [DiscoveryModule], providers: [Consumers, DispatchEvents] })
export class DispatchEventsModule {}
