import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Consumers } from './consumers.js';
import { Relay } from './relay.js';

/** For the process that tells consumers what happened; it hears through all modules that it is started with. */
@Module({ imports: [DiscoveryModule], providers: [Consumers, Relay], exports: [Relay] })
export class RelayModule {}
