import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Consumers } from './consumers.js';
import { Relay } from './relay.js';

/** Dispatches events to the consumers of all modules in the same process; part of the worker. */
@Module({ imports: [DiscoveryModule], providers: [Consumers, Relay], exports: [Relay] })
export class RelayModule {}
